import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { itemCreated } from '../item/events.ts'
import { fitsInto } from '../item/depth.ts'
import { tooDeep, treeDestination } from '../item/tree-destination.ts'
import { limited } from '../limited.ts'
import { archiveItemsMax, archiveLimit } from '../limits.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { bytesLeft } from '../usage/rules.ts'
import { chargeItems, findUsage } from '../usage/store.ts'
import { File, ItemId, ItemName, ParentId, toFile, type Item } from '../item/model.ts'
import { requireAllowedType } from '../item/rules.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { idLength, requireItem } from '../item/store.ts'
import { copySubtree, measureSubtree } from '../item/subtree-store.ts'
import { emit } from '../../platform/outbox/emit.ts'
import { exampleFile, oneFile, withId } from '../examples.ts'

/** The folder may grow during the copy, or an id may be taken. */
const attemptsMax = 5
/** For items added between the count and the copy. */
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
    const request: CopyRequest = { parentId: body.parent_id, name: body.name }
    const copy = () =>
      context.database.transaction((tx) => copyOnce(tx, context, params.id, request)).catch(passing)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const copied = await limited(context, 'statements', copy)
      if (copied) return copied
    }
    throw problem.copy_failed({ message: 'The item kept changing while it was being copied. Try again.' })
  },
})

/** Returns for errors that a retry may avoid; throws all others. */
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
  const item = await requireItem(tx, principal, id)
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
  await chargeItems(tx, workspaceId, copied, settings.workspaceItemsMax)
  // Checked again with the usage locked: the copy's destination may have moved meanwhile.
  if (!(await fitsInto(tx, workspaceId, { ...copied, parent_id: null }, folderId)))
    throw problem.invalid_copy(tooDeep)
  return created
}

/** Next to the original by default, which for the scope folder is out of scope. */
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
  return treeDestination(tx, principal, item, parentId, problem.invalid_copy)
}

/** Refuses early what `chargeItems` would refuse after all the work; returns the number of items beneath. */
async function requireSize(tx: Transaction, workspaceId: number, item: Item): Promise<number> {
  const { items, bytes } =
    item.type === 'file'
      ? { items: 0, bytes: item.size }
      : await measureSubtree(tx, workspaceId, item.id, archiveItemsMax)
  if (items > archiveItemsMax) throw problem.too_many_items()
  if (bytes > bytesLeft(await findUsage(tx, workspaceId))) throw problem.quota_exceeded()
  return items
}

/** Ascending, so that thousands of inserts walk the index in order. */
function drawIds(random: Random, count: number): string[] {
  const characters = random.base62(count * idLength)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * idLength, (index + 1) * idLength),
  ).sort()
}
