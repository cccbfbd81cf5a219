/** The four APIs. A key belongs to one of them. */
export const serviceNames = ['sms', 'files', 'iam', 'provisioning'] as const
export type ServiceName = (typeof serviceNames)[number]

export type Role = 'owner' | 'admin' | 'member'

/**
 * Who calls, as the key on the request establishes it: the key acts as the person who made it, in the one workspace
 * that it is bound to, with that person's role of this moment (docs/api/keys.md#who-a-key-acts-as).
 */
export interface Principal {
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
