import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Context } from '../api/context.ts'
import { setQuota, storageOf } from '../files/public.ts'
import { insertInlineBlobs } from '../files/blob/inline-store.ts'
import { openPendingBlob } from '../files/blob/pending-blob.ts'
import { publishBlobs } from '../files/blob/store.ts'
import { insertItems, newItemRow, type NewItemRow, withIdRetry } from '../files/item/store.ts'
import { recordAccess } from '../files/link/store.ts'
import { writeMessage } from '../files/share/note-store.ts'
import { passwordForm } from '../files/share/rules.ts'
import { writeShare } from '../files/share/store.ts'
import { requestThumbnailsOf } from '../files/thumbnail/request.ts'
import { chargeItems } from '../files/usage/store.ts'
import { workspaceFlow } from '../api/limiters.ts'
import { inlineKey } from '../platform/blobs/inline-blobs.ts'
import { openChance } from './chance.ts'
import { transactionAt } from './clock-at.ts'
import { documentsOf, type Document } from './data/documents.ts'
import { pictureOf } from './data/picture.ts'
import { shares } from './data/shares.ts'
import type { DemoPeople } from './fill-people.ts'

const dayMs = 86_400_000
const filesOfTransaction = 250
const pictures = 24
const pictureFolder = ['Photos', 'Autumn outing'] as const
/** The storage is this full. */
const fullness = 0.88

export interface DemoFiles {
  /** By path, joined by slashes. */
  readonly ids: ReadonlyMap<string, string>
}

export async function fillFiles(context: Context, people: DemoPeople, now: Date): Promise<DemoFiles> {
  const { workspaceId } = people
  const documents = [...documentsOf(now, openChance(3))].filter(({ at }) => at < now)
  const outing = new Date(now.getTime() - 40 * dayMs)
  const folders = await addFolders(context, workspaceId, [
    ...documents.map(({ path, at }) => ({ path: path.slice(0, -1), at })),
    { path: pictureFolder, at: outing },
  ])
  const ids = new Map(folders)
  for (let at = 0; at < documents.length; at += filesOfTransaction)
    for (const [path, id] of await addDocuments(
      context,
      workspaceId,
      folders,
      documents.slice(at, at + filesOfTransaction),
    ))
      ids.set(path, id)
  await addPictures(context, workspaceId, folders.get(pictureFolder.join('/')) ?? null, outing)
  const { used } = await storageOf(context, workspaceId)
  await setQuota(context, { workspaceId, limitBytes: roundedUp(used / fullness) })
  return { ids }
}

const quotaStep = 100 * 1024
const roundedUp = (bytes: number): number => Math.ceil(bytes / quotaStep) * quotaStep

interface Placed {
  readonly path: readonly string[]
  readonly at: Date
}

/** Each was created with the first file in it. */
async function addFolders(
  { database, random, settings }: Context,
  workspaceId: number,
  placed: readonly Placed[],
): Promise<ReadonlyMap<string, string>> {
  const firsts = new Map<string, Date>()
  for (const { path, at } of placed.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    for (let depth = 1; depth <= path.length; depth++) {
      const name = path.slice(0, depth).join('/')
      if (!firsts.has(name)) firsts.set(name, at)
    }
  const depthOf = (path: string) => path.split('/').length
  const byDepth = Map.groupBy(firsts.keys(), depthOf)
  return database.transaction(async (tx) => {
    const ids = new Map<string, string>()
    for (const [, paths] of [...byDepth].toSorted(([a], [b]) => a - b)) {
      const rows = paths.map((path) => {
        const place = path.lastIndexOf('/')
        const parentId = place < 0 ? null : (ids.get(path.slice(0, place)) ?? null)
        const createdAt = firsts.get(path) ?? tx.now()
        const row = newItemRow({ parentId, name: path.slice(place + 1), createdAt }, random)
        ids.set(path, row.id)
        return row
      })
      await insertItems(tx, workspaceId, rows)
    }
    await chargeItems(tx, workspaceId, { bytes: 0, files: 0, folders: ids.size }, settings.workspaceItemsMax)
    return ids
  })
}

function addDocuments(
  { database, random, settings, clock }: Context,
  workspaceId: number,
  folders: ReadonlyMap<string, string>,
  documents: readonly Document[],
): Promise<readonly (readonly [string, string])[]> {
  return withIdRetry(() =>
    database.transaction(async (tx) => {
      const added = documents.map(({ path, text, at }) => {
        const bytes = Buffer.from(text)
        const seal = { sizeBytes: bytes.length, sha256: hash('sha256', bytes), crc32: crc32(bytes) }
        const blob = { key: inlineKey(random), seal, bytes }
        const parentId = folders.get(path.slice(0, -1).join('/')) ?? null
        const name = path.at(-1) ?? ''
        const draft = { parentId, name, blob: { key: blob.key, sizeBytes: bytes.length }, createdAt: at }
        return { path: path.join('/'), blob, row: newItemRow(draft, random) }
      })
      const blobs = added.map(({ blob }) => blob)
      await insertInlineBlobs(tx, workspaceId, blobs, clock.now())
      await insertItems(
        tx,
        workspaceId,
        added.map(({ row }) => row),
      )
      const bytes = blobs.reduce((sum, { seal }) => sum + seal.sizeBytes, 0)
      await chargeItems(
        tx,
        workspaceId,
        { bytes, files: added.length, folders: 0 },
        settings.workspaceItemsMax,
      )
      return added.map(({ path, row }) => [path, row.id] as const)
    }),
  )
}

async function addPictures(
  context: Context,
  workspaceId: number,
  parentId: string | null,
  at: Date,
): Promise<void> {
  const { database, random, settings } = context
  for (let number = 0; number < pictures; number++) {
    const bytes = await pictureOf(number)
    const pending = openPendingBlob(context, workspaceId, new AbortController().signal)
    const seal = await pending.store(Readable.from([bytes]), bytes.length)
    await withIdRetry(() =>
      database.transaction(async (tx) => {
        await publishBlobs(tx, workspaceId, [{ key: pending.key, seal }])
        const name = `Valley ${number + 1}.jpg`
        const blob = { key: pending.key, sizeBytes: bytes.length }
        const row: NewItemRow = newItemRow(
          { parentId, name, blob, createdAt: new Date(at.getTime() + number * 60_000) },
          random,
        )
        await insertItems(tx, workspaceId, [row])
        await requestThumbnailsOf(tx, workspaceId, [{ name, blob }])
        await chargeItems(
          tx,
          workspaceId,
          { bytes: bytes.length, files: 1, folders: 0 },
          settings.workspaceItemsMax,
        )
      }),
    )
  }
}

const actions = ['view', 'preview', 'download'] as const

/** Shares with passwords, addresses, and an end; and who opened them. */
export async function fillShares(
  { database, passwords, random }: Context,
  { workspaceId, staffIds }: DemoPeople,
  { ids }: DemoFiles,
  now: Date,
): Promise<void> {
  const chance = openChance(5)
  for (const share of shares) {
    const id = ids.get(share.path)
    if (id === undefined) throw new Error(`The demo has no ${share.path}.`)
    const at = new Date(now.getTime() - share.daysAgo * dayMs)
    // Nobody knows it; a visitor can set another one.
    const passwordHash = share.password
      ? await passwords.hash(workspaceFlow(workspaceId), passwordForm(random.base62(20)))
      : null
    const expiresAt =
      share.expiresInDays === undefined ? null : new Date(now.getTime() + share.expiresInDays * dayMs)
    await database.transaction(async (plain) => {
      const tx = transactionAt(plain, at)
      const sharer = { workspaceId, userId: staffIds[share.sharer] ?? staffIds[0] }
      const status = share.emails ? 'limited' : 'public'
      await writeShare(tx, sharer, id, { status, emails: [...(share.emails ?? [])], passwordHash, expiresAt })
      if (share.message !== '') await writeMessage(tx, workspaceId, id, share.message)
      const times = Array.from({ length: share.openings }, () => chance.between(30, share.daysAgo * 1440))
      for (const minutes of times.toSorted((a, b) => b - a))
        await recordAccess(tx, {
          linkId: id,
          workspaceId,
          entryId: id,
          action: chance.pick(actions),
          email: share.emails?.[0] ?? null,
          address: `203.0.113.${chance.between(4, 60)}`,
          at: new Date(now.getTime() - minutes * 60_000),
        })
    })
  }
}
