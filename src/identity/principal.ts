import type { Nobody } from '../api/caller.ts'
import type { HandlerContext } from '../api/endpoint.ts'
import type { ServiceName } from './services.ts'

export type Role = 'owner' | 'admin' | 'member'

/** A person acting in one workspace with their current role. */
interface InWorkspace {
  readonly userId: number
  readonly workspaceId: number
  readonly workspaceType: 'personal' | 'org'
  readonly role: Role
  /** Only this folder and what is beneath it can be seen. */
  readonly folderId: string | null
  /** Only this number can send, and only its messages can be seen. */
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

/** A person who is logged in, in a workspace that they belong to. Nothing restricts them to a folder or a number. */
interface Session extends InWorkspace {
  readonly kind: 'session'
  readonly sessionId: number
  readonly folderId: null
  readonly numberId: null
}

/** A phone that carries the messages of one number. */
interface Device {
  readonly kind: 'device'
  readonly numberId: number
  /** Identifies the enrollment: a phone that enrolls again gets another one. */
  readonly deviceId: string
}

/** A program of the operator, which knows the secret of the installation. */
interface SystemSecret {
  readonly kind: 'system-secret'
}

type Principal = ApiKey | Session | Device | SystemSecret | Nobody

/** The callers of one kind: `PrincipalOf<'api-key'>`. */
export type PrincipalOf<Kind extends Principal['kind']> = Extract<Principal, { readonly kind: Kind }>

/** A person acting in a workspace, by an API key or a session. */
export type Acting = PrincipalOf<'api-key' | 'session'>

/** The context of handlers that act for a member of a workspace. */
export type MemberContext = HandlerContext<Acting>
