import { z } from 'zod'
import { Refused, type AuthRequest, type AuthScheme } from '../../api/auth-scheme.ts'
import type { Context } from '../../api/context.ts'
import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import { visitorFlow } from '../../api/limiters.ts'
import type { Download } from '../../platform/http/download.ts'
import { blobDownload } from '../blob/blob-download.ts'
import { readContent } from '../item/content.ts'
import type { Item } from '../item/model.ts'
import { shownName } from '../item/rules.ts'
import { findItem } from '../item/store.ts'
import { findLink, type Link } from '../share/store.ts'
import { problem } from './problems.ts'
import { hasProof, readProof } from './proof.ts'
import { askedOf, isOpen, noProof, type Proof } from './rules.ts'
import { recordAccess, recordAccessOnce, type Access } from './store.ts'

export interface Visitor {
  readonly link: Link
  readonly proof: Proof
  /** Unlocked the link before its settings changed. */
  readonly wasUnlocked: boolean
  readonly address: string
}

export const flowKeysOf = ({ address, link }: Visitor): FlowKeys => visitorFlow(address, link.id)

const id = z.string().regex(/^[0-9A-Za-z]{8}$/)

export const entryParams = z.object({ link: id, entry: id.optional() })
export const linkParams = entryParams.pick({ link: true })

/** Reads the row of the share again for each request. */
async function findVisitor({ params, address, headers }: AuthRequest, context: Context): Promise<Visitor> {
  const link = await findLink(context.database, params['link'] ?? '')
  if (!link || !isOpen(link, context.clock.now())) throw problem.unknown_path()
  const proof = readProof(context, link, headers.cookie)
  return { link, proof: proof ?? noProof, wasUnlocked: !proof && hasProof(headers.cookie), address }
}

export const visitor: AuthScheme<Visitor> = {
  authenticate: async (visit, context) => ({
    outcome: 'authenticated',
    caller: await findVisitor(visit, context),
  }),
}

export const unlocked: AuthScheme<Visitor> = {
  authenticate: async (visit, context) => {
    const caller = await findVisitor(visit, context)
    return askedOf(caller.link, caller.proof) === 'nothing'
      ? { outcome: 'authenticated', caller }
      : { outcome: 'not-presented', refusal: new Refused('locked') }
  },
}

export const viewOf = ({ link }: Visitor) => ({ workspaceId: link.workspaceId, folderId: link.id })

export async function findEntry(
  { database, caller }: { readonly database: Context['database']; readonly caller: Visitor },
  entryId: string = caller.link.id,
): Promise<Item> {
  const entry = await findItem(database, viewOf(caller), entryId)
  if (!entry) throw problem.unknown_path()
  return entry
}

/** Open lists of accesses show it. A topic of its own, because a link may be opened many times a second. */
export async function noteAccess(
  { database, notifications }: Pick<Context, 'database' | 'notifications'>,
  access: Access,
): Promise<void> {
  // A preview counts once, however often its player fetches it.
  if (access.action !== 'preview') await recordAccess(database, access)
  else await recordAccessOnce(database, access, new Date(access.at.getTime() - previewMs))
  notifications.tell({ scope: access.workspaceId, topic: 'accesses', ids: [access.linkId] })
}

const previewMs = 2 * 60 * 60 * 1000

export async function recordVisit(
  context: Pick<Context, 'database' | 'clock' | 'notifications'>,
  { link, proof, address }: Visitor,
  visit: Pick<Access, 'action' | 'entryId'>,
): Promise<void> {
  const { id: linkId, workspaceId } = link
  const email = link.status === 'limited' ? proof.email : null
  await noteAccess(context, { ...visit, linkId, workspaceId, email, address, at: context.clock.now() })
}

export async function storedBytes(
  context: Context,
  caller: Visitor,
  entry: Item,
  mediaType: string,
): Promise<Download> {
  const content = await readContent(context, viewOf(caller), entry.id)
  if (content?.type !== 'file') throw problem.unknown_path()
  return blobDownload(context, content, { fileName: shownName(content.name), mediaType })
}
