import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { digestOf, tokenLength } from '../link/token.ts'
import { anyOperator, lockOperators } from '../operator/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { setupSeconds } from './rules.ts'
import { writeSetupLink } from './store.ts'

export interface SetupLink {
  /** The token is in the fragment, which browsers do not send, so no log sees it. */
  readonly url: string
  readonly expiresAt: Date
}

/** Ends the earlier link. Throws `setup_closed` when there is an operator. */
export async function createSetupLink(
  tx: Transaction,
  { random, filesOrigin }: { readonly random: Random; readonly filesOrigin: string },
): Promise<SetupLink> {
  await lockOperators(tx)
  if (await anyOperator(tx)) throw new IdentityRefusal('setup_closed', {})
  const now = tx.now()
  const token = random.base62(tokenLength)
  const expiresAt = new Date(now.getTime() + setupSeconds * 1000)
  await writeSetupLink(tx, { digest: digestOf(token), createdAt: now, expiresAt })
  return { url: `${filesOrigin}/setup#${token}`, expiresAt }
}
