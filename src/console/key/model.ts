import { z } from 'zod'
import { instant } from '../../api/field.ts'
import { keyStates, stateOf } from '../../identity/key/rules.ts'
import type { WorkspaceKey } from '../../identity/key/workspace-store.ts'
import { serviceNames } from '../../identity/services.ts'

export const ConsoleKey = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.string().describe('The first characters of the key.'),
    service: z.enum(serviceNames),
    environment: z.enum(['live', 'test']),
    creator: z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      role: z.enum(['owner', 'admin', 'member']).nullable().describe('null: they left the workspace.'),
    }),
    scopes: z.array(z.string()),
    limits: z.object({
      per_minute: z.int(),
      per_day: z.int().nullable().describe('null: the service has no daily limit.'),
    }),
    folder: z
      .object({ id: z.string(), name: z.string().nullable().describe('null: it was deleted.') })
      .nullable(),
    number: z.object({ id: z.int(), phone: z.string() }).nullable(),
    ips: z.array(z.string()).describe('Empty: any address.'),
    domains: z.array(z.string()).describe('Empty: any origin.'),
    state: z.enum(keyStates),
    created_at: instant(),
    expires_at: instant().nullable(),
    revoked_at: instant().nullable(),
    last_used_at: instant().nullable().describe('A few seconds behind.'),
    requests_24h: z
      .int()
      .describe(
        'Requests of the last 24 hours that the request log has, a few seconds behind; at most 10,000.',
      ),
  })
  .meta({ id: 'ConsoleKey' })
export type ConsoleKey = z.input<typeof ConsoleKey>

/** What is shown of keys and not stored with them, by ID. */
export interface KeyFacts {
  readonly folders: ReadonlyMap<string, string>
  readonly phones: ReadonlyMap<number, string>
  readonly requests: ReadonlyMap<number, number>
}

export const toKey = (row: WorkspaceKey, { folders, phones, requests }: KeyFacts, now: Date): ConsoleKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  service: row.service,
  environment: row.environment,
  creator: {
    id: row.user_id,
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    role: row.role,
  },
  scopes: [...row.scopes],
  limits: { per_minute: row.per_minute, per_day: row.per_day },
  folder: row.folder_id === null ? null : { id: row.folder_id, name: folders.get(row.folder_id) ?? null },
  number: row.number_id === null ? null : { id: row.number_id, phone: phones.get(row.number_id) ?? '' },
  ips: [...row.ips],
  domains: [...row.domains],
  state: stateOf(row, now),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  requests_24h: requests.get(row.id) ?? 0,
})
