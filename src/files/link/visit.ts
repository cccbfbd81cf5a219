import type { FastifyRequest } from 'fastify'
import type { Context } from '../../api/context.ts'
import type { Item } from '../file/model.ts'
import { findItem } from '../file/store.ts'
import { askedOf, isOpen } from './rules.ts'
import type { Caller } from './unlock.ts'
import { noteAccess, type Access } from './store.ts'
import { readPass } from './pass.ts'
import { findLink } from '../share/store.ts'

const idPattern = /^[0-9A-Za-z]{8}$/

/** Everything that asks the share row comes through here, for each request anew: undefined is no link to anybody. */
export async function findCaller(
  context: Context,
  request: FastifyRequest,
  linkId: string,
): Promise<Caller | undefined> {
  const link = idPattern.test(linkId) ? await findLink(context.database, linkId) : undefined
  if (!link || !isOpen(link, context.clock.now())) return undefined
  return { link, pass: readPass(context, link, request.headers.cookie), address: request.exchange.address }
}

/** Whether the visitor has proved all that the link asks for. */
export const mayEnter = ({ link, pass }: Caller): boolean => askedOf(link, pass) === 'nothing'

/** What a link shows: the shared item itself and what is beneath it, as if it were the whole world. */
export const viewOf = ({ link }: Caller) => ({ workspaceId: link.workspaceId, folderId: link.id })

export async function findEntry(
  { database }: Context,
  caller: Caller,
  entryId: string,
): Promise<Item | undefined> {
  return idPattern.test(entryId) ? findItem(database, viewOf(caller), entryId) : undefined
}

/** Writes down who looked at what. */
export async function noteVisit(
  { database, clock }: Context,
  { link, pass, address }: Caller,
  visit: Pick<Access, 'action' | 'entryId'>,
): Promise<void> {
  const { id: linkId, workspaceId } = link
  const email = link.status === 'limited' ? pass.email : null
  await noteAccess(database, { ...visit, linkId, workspaceId, email, address, at: clock.now() })
}
