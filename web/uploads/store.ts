import { createStore, entries, promisifyRequest, type UseStore } from 'idb-keyval'
import type { Digests } from './engine/digest.ts'
import { markStored } from './presence.ts'
import { findTabs, thisTab } from './tabs.ts'

/** An unfinished upload, as the browser keeps it over reloads. */
export interface Stored {
  /** As the server tells unfinished uploads apart: person, workspace, folder, name, and size. */
  readonly key: string
  readonly userId: number
  readonly workspace: string
  readonly folderId: string | null
  readonly name: string
  readonly size: number
  readonly modified: number
  /** Name of the file in the person's folder, and the folders above it that were dropped. */
  readonly fileName: string
  readonly folders: readonly string[]
  /** IDs of what it replaces. */
  readonly replaces: readonly string[]
  readonly handle?: FileSystemFileHandle | undefined
  readonly uploadKey?: string | undefined
  readonly digests?: Digests | undefined
  /** The tab that sends it. */
  readonly tab: string
  readonly at: number
}

/** The server drops uploads that rest for as long. */
const keptMsMax = 7 * 24 * 3600 * 1000

let opened: UseStore | undefined
const database = (): UseStore => (opened ??= createStore('bureau-uploads', 'uploads'))

/** Without storage, as in some private windows, uploads end with the page. */
async function ifPossible<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch {
    return otherwise
  }
}

const forgetMs = 50
let forgotten: string[] = []
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Returns what other open tabs have of these, by key. The others now belong to this tab. */
export async function claim(uploads: readonly Stored[]): Promise<ReadonlyMap<string, Stored>> {
  const claimed = new Set(uploads.map(({ key }) => key))
  forgotten = forgotten.filter((key) => !claimed.has(key))
  const isOpen = await findTabs()
  const claimIn = (store: IDBObjectStore) =>
    Promise.all(
      uploads.map(async (upload) => {
        const known = (await promisifyRequest(store.get(upload.key))) as Stored | undefined
        if (known && known.tab !== thisTab && isOpen(known.tab)) return known
        store.put(upload, upload.key)
        return undefined
      }),
    )
  return ifPossible(async () => {
    const taken = await database()('readwrite', claimIn)
    markStored(true)
    return new Map(taken.flatMap((known) => (known ? [[known.key, known]] : [])))
  }, new Map<string, Stored>())
}

/** Keeps what is known of an upload of this tab. */
export const save = (upload: Stored): Promise<void> =>
  ifPossible(async () => {
    await database()('readwrite', (store) => {
      store.put(upload, upload.key)
      return promisifyRequest(store.transaction)
    })
  }, undefined)

/** Together with others that end at the same time. */
export function forget(key: string): void {
  forgotten.push(key)
  forgetting ??= setTimeout(() => void forgetNow(), forgetMs)
}

async function forgetNow(): Promise<void> {
  const keys = forgotten
  forgotten = []
  forgetting = undefined
  await ifPossible(async () => {
    const left = await database()('readwrite', (store) => {
      for (const key of keys) store.delete(key)
      return promisifyRequest(store.count())
    })
    if (left === 0) markStored(false)
  }, undefined)
}

/** What this person left unfinished, and no open tab sends. */
export async function unfinished(userId: number, now: number): Promise<readonly Stored[]> {
  const all = await ifPossible(() => entries<string, Stored>(database()), [])
  for (const [key, { at }] of all) if (now - at > keptMsMax) forget(key)
  if (all.length === 0) markStored(false)
  const own = all.filter(([, upload]) => upload.userId === userId && now - upload.at <= keptMsMax)
  if (own.length === 0) return []
  const isOpen = await findTabs()
  return own.flatMap(([, upload]) => (isOpen(upload.tab) ? [] : [upload]))
}
