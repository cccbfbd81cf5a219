import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { linkPath, linkSeconds } from './rules.ts'
import { insertLink, revokeLinks, type LinkDraft } from './store.ts'
import { digestOf, tokenLength } from './token.ts'

interface IssuedLink {
  /** Only the mail ever holds the token in plain text. */
  readonly url: string
  readonly expiresAt: Date
}

/** Ends earlier links for the same purpose, unless it was requested on a page: a stranger may have requested it. */
export async function issueLink(
  tx: Transaction,
  { random, filesOrigin }: { readonly random: Random; readonly filesOrigin: string },
  draft: Pick<LinkDraft, 'subject' | 'recipient' | 'issuedBy' | 'issuedVia'>,
): Promise<IssuedLink> {
  const now = tx.now()
  const { kind } = draft.subject
  const token = random.base62(tokenLength)
  const expiresAt = new Date(now.getTime() + linkSeconds[kind] * 1000)
  if (draft.issuedVia !== 'page') await revokeLinks(tx, draft.subject, now)
  await insertLink(tx, { ...draft, digest: digestOf(token), createdAt: now, expiresAt })
  return { url: `${filesOrigin}${linkPath[kind]}/${token}`, expiresAt }
}
