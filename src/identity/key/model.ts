import type { PrincipalOf, Role } from '../principal.ts'
import type { ServiceName } from '../services.ts'

/** A key with everything that decides whether it is valid now. */
export interface KeyRow {
  readonly id: number
  readonly digest: Buffer
  readonly prefix: string
  readonly name: string
  readonly service: ServiceName
  readonly environment: 'live' | 'test'
  readonly user_id: number
  readonly workspace_id: number
  readonly workspace_type: 'personal' | 'org'
  readonly owner_id: number
  /** Their subscriptions decide in place of the creator's and the owner's. */
  readonly sponsor_id: number | null
  readonly owner_sponsor_id: number | null
  readonly scopes: readonly string[]
  readonly per_minute: number
  readonly per_day: number | null
  readonly number_id: number | null
  readonly folder_id: string | null
  readonly ips: readonly string[]
  readonly domains: readonly string[]
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  /** When the creator left the workspace; it stays set if they return. */
  readonly orphaned_at: Date | null
  /** null: the creator is no longer a member of the workspace. */
  readonly role: Role | null
  readonly disabled: boolean
  readonly approved: boolean
  /** Services of the creator's plan; null without an active subscription. */
  readonly creator_services: readonly string[] | null
  /** Of the workspace owner's plan; null without an active subscription. */
  readonly owner_services: readonly string[] | null
}

export const toPrincipal = (row: KeyRow & { readonly role: Role }): PrincipalOf<'api-key'> => ({
  kind: 'api-key',
  keyId: row.id,
  keyName: row.name,
  keyPrefix: row.prefix,
  environment: row.environment,
  service: row.service,
  userId: row.user_id,
  workspaceId: row.workspace_id,
  workspaceType: row.workspace_type,
  role: row.role,
  scopes: row.scopes,
  folderId: row.folder_id,
  numberId: row.number_id,
  allowedDomains: row.domains,
  perMinute: row.per_minute,
  perDay: row.per_day,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
