import type { Nobody } from '../api/caller.ts'
import type { ServiceName } from './key/services.ts'

export type Role = 'owner' | 'admin' | 'member'

/**
 * An API key acts as the person who made it, in the one workspace that it is bound to, with that person's role of this
 * moment (docs/api/keys.md#who-a-key-acts-as).
 */
interface ApiKey {
  readonly kind: 'api-key'
  readonly keyId: number
  readonly keyName: string
  /** The first characters of the key, as shown in lists. */
  readonly keyPrefix: string
  readonly environment: 'live' | 'test'
  readonly service: ServiceName
  readonly userId: number
  readonly workspaceId: number
  readonly workspaceType: 'personal' | 'org'
  readonly role: Role
  readonly scopes: readonly string[]
  /** The key sees only this folder and what is beneath it. */
  readonly folderId: string | null
  /** The key sends only from this number and sees only its messages. */
  readonly numberId: number | null
  readonly allowedDomains: readonly string[]
  readonly perMinute: number
  /** null: the service has no daily cap (SMS). */
  readonly perDay: number | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** A person who has logged in. */
interface Session {
  readonly kind: 'session'
  readonly sessionId: number
  readonly userId: number
}

/** A phone that carries the messages of one number. */
interface Device {
  readonly kind: 'device'
  readonly numberId: number
  /** Names the enrolment: a phone that enrols again has another one. */
  readonly deviceId: string
}

/** Another program of the operator, which knows the secret of the installation. */
interface SystemSecret {
  readonly kind: 'system-secret'
}

/** Who calls. */
type Principal = ApiKey | Session | Device | SystemSecret | Nobody

/** The callers of one kind: `PrincipalOf<'api-key'>`. */
export type PrincipalOf<Kind extends Principal['kind']> = Extract<Principal, { readonly kind: Kind }>
