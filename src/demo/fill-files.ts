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
  const paths = [...documents.map(({ path }) => path.slice(0, -1)), pictureFolder]
  const folders = await addFolders(context, people, paths)
  const ids = new Map(folders)
  for (let at = 0; at < documents.length; at += filesOfTransaction)
    for (const [path, id] of await addDocuments(
      context,
      workspaceId,
      folders,
      documents.slice(at, at + filesOfTransaction),
    ))
      ids.set(path, id)
  await addPictures(
    context,
    workspaceId,
    folders.get(pictureFolder.join('/')) ?? null,
    new Date(now.getTime() - 40 * dayMs),
  )
  const { used } = await storageOf(context, workspaceId)
  await setQuota(context, { workspaceId, limitBytes: roundedUp(used / fullness) })
  return { ids }
}

const quotaStep = 100 * 1024
const roundedUp = (bytes: number): number => Math.ceil(bytes / quotaStep) * quotaStep

async function addFolders(
  { database, random, settings }: Context,
  { workspaceId, began }: DemoPeople,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  return database.transaction(async (tx) => {
    const ids = new Map<string, string>()
    const deepest = Math.max(...paths.map(({ length }) => length))
    for (let depth = 1; depth <= deepest; depth++) {
      const names = new Set(
        paths.filter(({ length }) => length >= depth).map((path) => path.slice(0, depth).join('/')),
      )
      const rows = [...names].map((path) => {
        const place = path.lastIndexOf('/')
        const parentId = place < 0 ? null : (ids.get(path.slice(0, place)) ?? null)
        const row = newItemRow({ parentId, name: path.slice(place + 1), createdAt: began }, random)
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

interface DemoShare {
  readonly path: string
  readonly sharer: number
  readonly daysAgo: number
  readonly emails?: readonly string[]
  readonly password?: true
  readonly expiresInDays?: number
  readonly message: string
  readonly openings: number
}

const shares: readonly DemoShare[] = [
  {
    path: 'Photos/Autumn outing',
    sharer: 6,
    daysAgo: 32,
    message: 'Our fall outing. Take a copy of whatever you like.',
    openings: 34,
  },
  {
    path: 'Customers/Grace Kim',
    sharer: 1,
    daysAgo: 12,
    password: true,
    message: 'Your estimates, Grace. The password is the one we agreed on by phone.',
    openings: 5,
  },
  {
    path: 'Accounting/Receipts',
    sharer: 2,
    daysAgo: 21,
    emails: ['gloria.sandoval@example.com', 'audit@example.com'],
    message: 'Receipts of this year for the audit.',
    openings: 12,
  },
  {
    path: 'Staff/Handbook/Safety checklist.md',
    sharer: 0,
    daysAgo: 80,
    message: '',
    openings: 18,
  },
  {
    path: 'Customers/Paul Dempsey',
    sharer: 6,
    daysAgo: 4,
    expiresInDays: 10,
    message: 'The estimate for your boiler, valid for 30 days.',
    openings: 2,
  },
]

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
    // Nobody knows it; whoever looks at the demo can set another one.
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
