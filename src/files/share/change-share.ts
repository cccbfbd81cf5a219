import type { Transaction } from '../../platform/database/database.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { shareChanged, shareExpired } from './events.ts'
import { requireItem } from '../item/store.ts'
import { problem } from '../problems.ts'
import { toShare, type Share } from './model.ts'
import {
  changedSettings,
  isExpired,
  parseEmails,
  parseExpiry,
  passwordForm,
  privateSettings,
  requirePassword,
  type ShareChange,
  type ShareSettings,
} from './rules.ts'
import { lockShare, writeShare, type LockedShare } from './store.ts'
import { emit } from '../../platform/outbox/emit.ts'

interface ShareRequest {
  readonly status: 'private' | 'public' | 'limited'
  readonly emails?: string | undefined
  readonly password?: string | undefined
  readonly expires_at?: string | undefined
}

/** Throws `not_found` and `share_failed`. */
export async function changeShare(context: MemberContext, id: string, request: ShareRequest): Promise<Share> {
  const { principal, database } = context
  // Before the password is hashed, which is slow, and before any refusal of the settings.
  await requireItem(database, principal, id)
  const change = await parseChange(context, request)
  return database.transaction(async (tx) => {
    const before = await lockCurrent(context, tx, id)
    return write(context, tx, before, changedSettings(before, change))
  })
}

export async function revokeShare(context: MemberContext, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const before = await lockCurrent(context, tx, id)
    await write(context, tx, before, privateSettings)
  })
}

async function parseChange(
  { clock, passwords, principal }: MemberContext,
  { status, emails, password, expires_at }: ShareRequest,
): Promise<ShareChange> {
  const addresses = emails === undefined ? undefined : parseEmails(emails)
  const expiresAt = expires_at === undefined ? undefined : parseExpiry(expires_at, clock.now())
  if (password !== undefined) requirePassword(password)
  const hashed =
    password && status !== 'private'
      ? await passwords.hash(workspaceFlow(principal.workspaceId), passwordForm(password))
      : null
  return { status, emails: addresses, passwordHash: password === undefined ? undefined : hashed, expiresAt }
}

/** Makes a link that expired since the last sweep private first, so that subscribers learn of the expiry. */
async function lockCurrent(context: MemberContext, tx: Transaction, id: string): Promise<LockedShare> {
  const { principal } = context
  const share = await lockShare(tx, principal, id)
  if (!share) throw problem.not_found()
  if (!isExpired(share, context.clock.now())) return share
  const expired = await writeShare(tx, principal, id, privateSettings)
  await emit(tx, shareExpired(principal.workspaceId, toShare(expired, context)))
  return { id, ...privateSettings }
}

async function write(
  context: MemberContext,
  tx: Transaction,
  before: LockedShare,
  settings: ShareSettings,
): Promise<Share> {
  const { principal } = context
  const share = toShare(await writeShare(tx, principal, before.id, settings), context)
  if (before.status !== 'private' || share.status !== 'private')
    await emit(tx, shareChanged(principal.workspaceId, share))
  return share
}
