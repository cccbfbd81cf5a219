import { z } from 'zod'
import { instant } from '../../../api/field.ts'
import type { NamedAuditRow } from '../../../identity/audit/list-store.ts'
import type { CsvCell } from '../../../platform/csv.ts'

export const InstallationAuditEntry = z
  .object({
    id: z.int(),
    at: instant(),
    actor: z
      .enum(['person', 'key', 'operator', 'nobody'])
      .describe('An operator without a person used the command line.'),
    user: z
      .object({ id: z.int(), email: z.string().nullable() })
      .nullable()
      .describe('Who did it, or whose key did.'),
    key: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
    workspace_id: z.int().nullable(),
    action: z.string().meta({ examples: ['user.disable'] }),
    target: z
      .string()
      .nullable()
      .meta({ examples: ['user:17'] }),
    target_name: z.string().nullable().describe('The address of a person, or the name of a workspace.'),
    outcome: z.string().describe('`ok`, or the code of the refusal.'),
    request_id: z.string().nullable(),
    address: z.string().nullable(),
    calls: z.int().describe('How many calls the entry stands for.'),
  })
  .meta({ id: 'InstallationAuditEntry' })

type Entry = z.output<typeof InstallationAuditEntry>

export const toEntry = ({ user_id, email, key_id, key_name, at, ...row }: NamedAuditRow): Entry => ({
  ...row,
  at: at.toISOString(),
  user: user_id === null ? null : { id: user_id, email },
  key: key_id === null ? null : { id: key_id, name: key_name },
})

export const auditColumns = [
  'time',
  'actor',
  'user_id',
  'email',
  'key_id',
  'key_name',
  'workspace_id',
  'action',
  'target',
  'target_name',
  'outcome',
  'request_id',
  'address',
  'calls',
] as const

export const auditCells = (entry: Entry): readonly CsvCell[] => [
  entry.at,
  entry.actor,
  entry.user?.id ?? null,
  entry.user?.email ?? null,
  entry.key?.id ?? null,
  entry.key?.name ?? null,
  entry.workspace_id,
  entry.action,
  entry.target,
  entry.target_name,
  entry.outcome,
  entry.request_id,
  entry.address,
  entry.calls,
]
