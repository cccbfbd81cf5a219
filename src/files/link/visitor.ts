import { z } from 'zod'
import { Refused, type AuthRequest, type AuthScheme } from '../../api/auth-scheme.ts'
import type { Context } from '../../api/context.ts'
import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import { visitorFlow } from '../../api/limiters.ts'
import type { Item } from '../file/model.ts'
import { findItem } from '../file/store.ts'
import { findLink, type Link } from '../share/store.ts'
import { problem } from './problems.ts'
import { readProof } from './proof.ts'
import { askedOf, isOpen, type Proof } from './rules.ts'
import { noteAccess, type Access } from './store.ts'

/** A visitor of a link, with what they have proved so far. */
export interface Visitor {
  readonly link: Link
  readonly proof: Proof
  readonly address: string
}

/** As whom a visitor takes turns. */
export const flowKeysOf = ({ address, link }: Visitor): FlowKeys => visitorFlow(address, link.id)

const id = z.string().regex(/^[0-9A-Za-z]{8}$/)

/** The link itself, or with `entry` a file or folder beneath it. */
export const entryParams = z.object({ link: id, entry: id.optional() })
export const linkParams = entryParams.pick({ link: true })

/** Reads the row of the share again for each request. */
async function findVisitor({ params, address, headers }: AuthRequest, context: Context): Promise<Visitor> {
  const link = await findLink(context.database, params['link'] ?? '')
  if (!link || !isOpen(link, context.clock.now())) throw problem.unknown_path()
  return { link, proof: readProof(context, link, headers.cookie), address }
}

/** Anyone who has the address of an open link. */
export const visitor: AuthScheme<Visitor> = {
  authenticate: async (visit, context) => ({
    outcome: 'authenticated',
    caller: await findVisitor(visit, context),
  }),
}

/** A visitor who has proved what the link asks for. */
export const unlocked: AuthScheme<Visitor> = {
  authenticate: async (visit, context) => {
    const caller = await findVisitor(visit, context)
    return askedOf(caller.link, caller.proof) === 'nothing'
      ? { outcome: 'authenticated', caller }
      : { outcome: 'not-presented', refusal: new Refused('locked') }
  },
}

/** What a link shows: the shared item and everything beneath it, nothing else. */
export const viewOf = ({ link }: Visitor) => ({ workspaceId: link.workspaceId, folderId: link.id })

/** The item of a page: the shared one unless the path names another. */
export async function findEntry(
  { database, caller }: { readonly database: Context['database']; readonly caller: Visitor },
  entryId: string = caller.link.id,
): Promise<Item> {
  const entry = await findItem(database, viewOf(caller), entryId)
  if (!entry) throw problem.unknown_path()
  return entry
}

/** Records who looked at what. */
export async function noteVisit(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { link, proof, address }: Visitor,
  visit: Pick<Access, 'action' | 'entryId'>,
): Promise<void> {
  const { id: linkId, workspaceId } = link
  const email = link.status === 'limited' ? proof.email : null
  await noteAccess(database, { ...visit, linkId, workspaceId, email, address, at: clock.now() })
}
