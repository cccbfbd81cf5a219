import { workspaceFlow } from '../../api/limiters.ts'
import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { archiveItemsMax, archiveLimit } from '../archive/limit.ts'
import { itemCreated } from '../events.ts'
import { fitsInto } from '../folder/depth.ts'
import { destination } from '../folder/rules.ts'
import { folderDepthMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { bytesLeft } from '../storage/rules.ts'
import { findUsage, takeTreeRoom } from '../storage/store.ts'
import { File, ItemId, ItemName, ParentId, toFile, type Item } from './model.ts'
import { requireAllowedType } from './rules.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { findItem, idLength } from './store.ts'
import { copySubtree, isWithin, measureSubtree } from './subtree-store.ts'
import { emit } from '../../platform/outbox/emit.ts'
import { exampleFile, oneFile, withId } from '../examples.ts'

/** Attempts, the first included: the folder may grow during the copy, or an id may be taken. */
const attemptsMax = 5
/** Spare ids for items that are added between the count and the copy. */
const spareIds = 100

interface CopyRequest {
  readonly parentId: string | null | undefined
  readonly name: string | undefined
}

export const copyFile = files.endpoint('copyFile', {
  method: 'POST',
  path: '/files/{id}/copy',
  summary: 'Copy a file, or a folder with its contents',
  description: 'The copy starts private. It counts against the storage quota like the original.',
  who: key('files:write'),
  limit: archiveLimit,
  params: z.object({ id: ItemId }),
  body: z.object({
    parent_id: ParentId.nullish().describe('null is the root; omitted: next to the original'),
    name: ItemName.optional().describe('omitted: the name of the original'),
  }),
  status: 201,
  result: File,
  problems: [
    'invalid_copy',
    'invalid_name',
    'file_type_blocked',
    'not_a_folder',
    'copy_failed',
    'out_of_scope',
    'folder_not_found',
    'quota_exceeded',
    'too_many_items',
  ],
  example: {
    before: [oneFile],
    params: { id: '$FILE_ID' },
    body: { name: 'copy.txt' },
    answer: withId({ ...exampleFile, name: 'copy.txt' }, 'k9L0m1N2'),
  },

  async handle({ params, body }, context) {
    const { principal, call, limiters } = context
    const request: CopyRequest = { parentId: body.parent_id, name: body.name }
    const copy = () =>
      context.database.transaction((tx) => copyOnce(tx, context, params.id, request)).catch(passing)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const copied = await limiters.statements.run(workspaceFlow(principal.workspaceId), copy, {
        signal: call.signal,
      })
      if (copied) return copied
    }
    throw problem.copy_failed({ message: 'The item kept changing while it was being copied. Try again.' })
  },
})

/** Returns on a failure that another attempt may avoid; throws all others. */
function passing(error: unknown): undefined {
  const constraint = brokenConstraint(error)
  if (constraint === 'file_pkey' || constraint === 'file_blob') return
  throw refusedByDatabase(error) ? problem.copy_failed() : error
}

async function copyOnce(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { parentId, name }: CopyRequest,
): Promise<File | undefined> {
  const { clock, principal, random, settings } = context
  const { workspaceId } = principal
  const item = await findItem(tx, principal, id)
  if (!item) throw problem.not_found()
  if (name !== undefined && item.type === 'file') requireAllowedType(name, settings.blockedExtensions)
  const folderId = await placeOf(tx, context, item, parentId)
  const items = await requireSize(tx, workspaceId, item)
  const copied = await copySubtree(tx, workspaceId, {
    id,
    parentId: folderId,
    name: name ?? item.name,
    ids: drawIds(random, Math.min(items + spareIds, archiveItemsMax) + 1),
    createdAt: clock.now(),
  })
  if (!copied) return undefined
  const created = toFile(copied, context)
  await emit(tx, itemCreated(workspaceId, created))
  const room = { ...copied, reservedBytes: 0 }
  if (!(await takeTreeRoom(tx, workspaceId, room, settings.workspaceItemsMax))) throw problem.quota_exceeded()
  // Again with the usage locked, and of what was copied: it and the destination may have been moved since the first look.
  if (!(await fitsInto(tx, workspaceId, { ...copied, parent_id: null }, folderId))) throw tooDeep()
  return created
}

/** Next to the original by default; next to the scope folder is outside of it. */
async function placeOf(
  tx: Transaction,
  { principal }: MemberContext,
  item: Item,
  parentId: string | null | undefined,
): Promise<string | null> {
  if (parentId === undefined) {
    if (item.id === principal.folderId) throw problem.out_of_scope()
    return item.parent_id
  }
  const folderId = await destination(principal, parentId, (id) => findItem(tx, principal, id))
  const below =
    folderId !== null &&
    item.type === 'folder' &&
    (await isWithin(tx, principal.workspaceId, folderId, item.id))
  if (below) throw problem.invalid_copy()
  if (!(await fitsInto(tx, principal.workspaceId, item, folderId))) throw tooDeep()
  return folderId
}

const tooDeep = () =>
  problem.invalid_copy({
    message: `Folders nest at most ${folderDepthMax} deep. Choose a folder further up.`,
  })

/** How many items are beneath this one. Refuses early what the last statement would refuse after all the work. */
async function requireSize(tx: Transaction, workspaceId: number, item: Item): Promise<number> {
  const { items, bytes } =
    item.type === 'file'
      ? { items: 0, bytes: item.size }
      : await measureSubtree(tx, workspaceId, item.id, archiveItemsMax)
  if (items > archiveItemsMax) throw problem.too_many_items()
  if (bytes > bytesLeft(await findUsage(tx, workspaceId))) throw problem.quota_exceeded()
  return items
}

/** In ascending order, so that thousands of inserts walk the index in order. */
function drawIds(random: Random, count: number): string[] {
  const characters = random.base62(count * idLength)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * idLength, (index + 1) * idLength),
  ).sort()
}
