import { keyWords } from '../../words/words.ts'
import type { services } from './filters.ts'

export type Service = (typeof services)[number]

/** With the sentence of each. */
export const scopesOf = (service: Service): Readonly<Record<string, string>> => keyWords.scopes[service]

/** Requests that a key may make unless it has other limits, as docs/api/keys.md lists them. */
export const limitsOf: Readonly<
  Record<Service, { readonly perMinute: number; readonly perDay: number | null; readonly fixed: boolean }>
> = {
  files: { perMinute: 120, perDay: 50_000, fixed: false },
  sms: { perMinute: 30, perDay: null, fixed: false },
  iam: { perMinute: 120, perDay: 50_000, fixed: false },
  provisioning: { perMinute: 30, perDay: 1000, fixed: true },
}

export interface Preset {
  readonly value: keyof typeof keyWords.presets
  readonly scopes: readonly string[]
  /** The key must be limited to a folder. */
  readonly folder?: true
}

const allScopes = (service: Service): readonly string[] => Object.keys(scopesOf(service))

/** The first is chosen at first. */
export const presetsOf: Readonly<Record<Service, readonly Preset[]>> = {
  files: [
    { value: 'everything', scopes: ['*'] },
    { value: 'read', scopes: ['files:read', 'share:read', 'workspace:read'] },
    { value: 'upload', scopes: ['files:write'], folder: true },
  ],
  sms: [
    { value: 'send', scopes: ['messages:send'] },
    { value: 'sendAndRead', scopes: ['messages:send', 'messages:read', 'numbers:read'] },
  ],
  iam: [
    { value: 'readMembers', scopes: ['iam:read'] },
    { value: 'manageMembers', scopes: ['iam:read', 'iam:write'] },
  ],
  provisioning: [{ value: 'all', scopes: allScopes('provisioning') }],
}
