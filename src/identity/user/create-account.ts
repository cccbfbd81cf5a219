import type { WorkspaceSetup } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { IdentityRefusal } from '../refusal.ts'
import { createOrganization } from '../workspace/create-organization.ts'
import { sealEin } from '../workspace/ein.ts'
import { createUser } from './create-user.ts'
import { findNthCreated, holdPerson, payerOf, writePhone } from './store.ts'
import { welcomeUser } from './welcome-user.ts'

/** docs/api/accounts.md#limits */
const accountsPerDayMax = 200
const dayMs = 24 * 60 * 60 * 1000

/** Binds a sealed phone number to its person. */
export const phonePurpose = (userId: number | string): string => `user.phone:${userId}`

export interface NewAccount {
  readonly creatorId: number
  /** The mail counts for the workspace of the key. */
  readonly creatorWorkspaceId: number
  /** As `parseEmail` returns it. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone?: string | undefined
}

interface Parts {
  readonly random: Random
  readonly vault: Vault
  readonly setUpWorkspace: WorkspaceSetup
  readonly filesOrigin: string
}

/** The creator pays for it and may mail it resets. Throws `email_taken`, `account_limit_reached`, and MailLimitReached. */
export async function createAccount(
  tx: Transaction,
  parts: Parts,
  account: NewAccount,
): Promise<{ id: number; workspaceId: number }> {
  const { creatorId, email, firstName, lastName, phone } = account
  await checkLimit(tx, creatorId)
  const { id, workspace_id: workspaceId } = await createUser(tx, parts.setUpWorkspace, {
    email,
    firstName,
    lastName,
    plan: null,
    createdBy: creatorId,
    sponsorId: await payerOf(tx, creatorId),
  })
  if (phone) await writePhone(tx, id, parts.vault.seal(phone, phonePurpose(id)))
  const issuer = { userId: creatorId, via: 'provisioning', workspaceId: account.creatorWorkspaceId } as const
  await welcomeUser(tx, parts, { id, email, firstName }, issuer)
  return { id, workspaceId }
}

/** Creates an account with an organization. Throws what `createAccount` does. */
export async function createBusinessAccount(
  tx: Transaction,
  parts: Parts,
  account: NewAccount,
  { name, ein }: { readonly name: string; readonly ein: string | undefined },
): Promise<{ id: number; organizationId: number }> {
  const { id } = await createAccount(tx, parts, account)
  const organization = await createOrganization(tx, parts.setUpWorkspace, { ownerId: id, name })
  if (ein !== undefined) await sealEin(tx, parts.vault, organization.id, ein)
  return { id, organizationId: organization.id }
}

/** The lock makes the limit exact. */
async function checkLimit(tx: Transaction, creatorId: number): Promise<void> {
  await holdPerson(tx, creatorId)
  const dayAgoMs = tx.now().getTime() - dayMs
  const next = await findNthCreated(tx, creatorId, accountsPerDayMax, new Date(dayAgoMs))
  if (!next) return
  const retrySeconds = Math.max(1, Math.ceil((next.created_at.getTime() - dayAgoMs) / 1000))
  throw new IdentityRefusal('account_limit_reached', { userId: creatorId, retrySeconds })
}
