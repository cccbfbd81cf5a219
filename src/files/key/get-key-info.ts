import { z } from 'zod'
import { anyKey } from '../../identity/schemes/api-key.ts'
import { lastUseOf } from '../../identity/key/last-use.ts'
import { plainTime } from '../../platform/clock.ts'
import { plainInstant } from '../../api/field.ts'
import { itemId } from '../item/model.ts'
import { files } from '../service.ts'

const KeyInfo = z
  .object({
    key_id: z.int(),
    key_name: z.string(),
    key_prefix: z.string().describe('the first characters of the key'),
    environment: z.enum(['live', 'test']),
    workspace_id: z.int(),
    scopes: z.array(z.string()),
    scope_folder_id: itemId().nullable(),
    origin_mode: z.enum(['any', 'restricted']).describe('restricted: only from `allowed_origins`'),
    allowed_origins: z.array(z.string()),
    rate_limit_per_min: z.int(),
    rate_limit_per_day: z.int().nullable(),
    created_at: plainInstant(),
    last_used_at: plainInstant().nullable().describe('a few seconds behind; null before the first use'),
    expires_at: plainInstant().nullable(),
  })
  .meta({ id: 'KeyInfo' })

const timestamp = (time: Date | null): string | null => time && plainTime(time)

export const getKeyInfo = files.endpoint('getKeyInfo', {
  method: 'GET',
  path: '/me',
  summary: 'Get the key and its permissions',
  who: anyKey,
  result: KeyInfo,
  problems: [],
  example: {
    answer: {
      key_id: 5,
      key_name: 'First run',
      key_prefix: 'bf_live_a1B2',
      environment: 'live',
      workspace_id: 18,
      scopes: ['*'],
      scope_folder_id: null,
      origin_mode: 'any',
      allowed_origins: [],
      rate_limit_per_min: 120,
      rate_limit_per_day: 50_000,
      created_at: '2026-11-21 10:00:00',
      last_used_at: null,
      expires_at: null,
    },
  },

  async handle(_input, { principal, database }) {
    const lastUsedAt = await lastUseOf(database, principal.keyId)
    return {
      key_id: principal.keyId,
      key_name: principal.keyName,
      key_prefix: principal.keyPrefix,
      environment: principal.environment,
      workspace_id: principal.workspaceId,
      scopes: [...principal.scopes],
      scope_folder_id: principal.folderId,
      origin_mode: principal.allowedDomains.length === 0 ? ('any' as const) : ('restricted' as const),
      allowed_origins: [...principal.allowedDomains],
      rate_limit_per_min: principal.perMinute,
      rate_limit_per_day: principal.perDay,
      created_at: plainTime(principal.createdAt),
      last_used_at: timestamp(lastUsedAt),
      expires_at: timestamp(principal.expiresAt),
    }
  },
})
