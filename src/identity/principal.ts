import type { Nobody } from '../api/caller.ts'
import type { HandlerContext } from '../api/endpoint.ts'
import type { ServiceName } from './services.ts'

export type Role = 'owner' | 'admin' | 'member'

interface InWorkspace {
  readonly userId: number
  readonly workspaceId: number
  readonly workspaceType: 'personal' | 'org'
  readonly role: Role
  /** Limits the caller to this folder and everything in it. */
  readonly folderId: string | null
  /** Limits the caller to this number and its messages. */
  readonly numberId: number | null
}

/** An API key acts as its creator in the workspace that it is bound to: docs/api/keys.md#who-a-key-acts-as. */
interface ApiKey extends InWorkspace {
  readonly kind: 'api-key'
  readonly keyId: number
  readonly keyName: string
  /** The first characters of the key, as shown in lists. */
  readonly keyPrefix: string
  readonly environment: 'live' | 'test'
  readonly service: ServiceName
  readonly scopes: readonly string[]
  readonly allowedDomains: readonly string[]
  readonly perMinute: number
  /** null: the service has no daily cap (SMS). */
  readonly perDay: number | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** A member of a workspace who is logged in. */
interface Session extends InWorkspace {
  readonly kind: 'session'
  readonly sessionId: number
  readonly joinedAt: Date
  readonly folderId: null
  readonly numberId: null
}

/** A person who is logged in, in no workspace. */
interface LoggedIn {
  readonly kind: 'person'
  readonly sessionId: number
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Whether a log-in asks them for a code. */
  readonly twoFactor: boolean
  /** Runs the installation. */
  readonly operator: boolean
}

interface Device {
  readonly kind: 'device'
  readonly numberId: number
  /** Identifies the enrollment: a phone that enrolls again gets another one. */
  readonly deviceId: string
}

interface SystemSecret {
  readonly kind: 'system-secret'
}

type Principal = ApiKey | Session | LoggedIn | Device | SystemSecret | Nobody

export type PrincipalOf<Kind extends Principal['kind']> = Extract<Principal, { readonly kind: Kind }>

export type Acting = PrincipalOf<'api-key' | 'session'>

export type MemberContext = HandlerContext<Acting>
