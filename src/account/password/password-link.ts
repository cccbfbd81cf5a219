import { stateOf } from '../../identity/link/rules.ts'
import { findLink } from '../../identity/link/store.ts'
import { digestOf } from '../../identity/link/token.ts'
import type { Guest } from '../../identity/schemes/session.ts'
import { setPassword } from '../../identity/password/set-password.ts'
import { findCredentialsById, type Credentials } from '../../identity/credentials/store.ts'
import type { Context } from '../../api/context.ts'
import type { PageAnswer } from '../../api/pages/answer.ts'
import type { PageContext } from '../../api/pages/page.ts'
import { enter, originOf } from '../enter.ts'
import { problem } from '../problems.ts'
import { hashNewPassword } from './new-password.ts'

interface Link {
  readonly kind: 'welcome' | 'reset'
  readonly token: string
}

export const passwordLinkProblems = ['link_used', 'link_expired', 'link_revoked'] as const

/** Does not use it up. Throws `link_used`, `link_expired`, `link_revoked`, and `unknown_path` also for a disabled person. */
export async function findLinkOwner(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { kind, token }: Link,
): Promise<Credentials> {
  const link = await findLink(database, kind, digestOf(token))
  if (!link || link.user_id === null) throw problem.unknown_path()
  const state = stateOf(link, clock.now())
  if (state !== 'valid') throw problem[`link_${state}`]()
  const owner = await findCredentialsById(database, link.user_id)
  if (!owner || owner.disabled) throw problem.unknown_path()
  return owner
}

/** Sets the password and logs the person in. Of concurrent uses, one wins and the others get `link_used`. */
export async function takePasswordLink(
  context: PageContext<Guest>,
  link: Link,
  password: string,
): Promise<PageAnswer> {
  const { token, kind } = link
  const { email } = await findLinkOwner(context, link)
  const passwordHash = await hashNewPassword(context, { password, email, token })
  const answer = await context.database.transaction(async (tx) => {
    const request = { kind, digest: digestOf(token), passwordHash, origin: originOf(context.visit) }
    const owner = await setPassword(tx, request)
    return owner && enter(tx, context, owner)
  })
  if (answer) return answer
  await findLinkOwner(context, link)
  throw problem.unknown_path()
}
