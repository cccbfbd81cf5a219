import type { ServiceName } from '../services.ts'

export const scopesOf = {
  sms: ['messages:send', 'messages:read', 'numbers:read', 'groups:read', 'groups:write'],
  files: [
    'files:read',
    'files:write',
    'files:delete',
    'folders:write',
    'share:read',
    'share:write',
    'workspace:read',
    'workspace:write',
    'webhooks:read',
    'webhooks:write',
    'iam:read',
    'iam:write',
    '*',
  ],
  iam: ['iam:read', 'iam:write'],
  provisioning: ['users:create', 'business:create', 'workspace:invite', 'users:password_reset'],
} as const satisfies Readonly<Record<ServiceName, readonly string[]>>

export type ScopeSentences<Name extends ServiceName> = Readonly<
  Record<(typeof scopesOf)[Name][number], string>
>

/** Default and maximum caps of a key: docs/api/keys.md#limits. */
export const capsOf: Readonly<
  Record<ServiceName, { perMinute: number; perDay: number | null; ceiling: boolean }>
> = {
  sms: { perMinute: 30, perDay: null, ceiling: false },
  files: { perMinute: 120, perDay: 50_000, ceiling: false },
  iam: { perMinute: 120, perDay: 50_000, ceiling: false },
  provisioning: { perMinute: 30, perDay: 1000, ceiling: true },
}
