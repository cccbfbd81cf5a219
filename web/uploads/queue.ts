import { invalidateSoon, queries, read } from '../api/queries.ts'
import { uploadsWords } from '../words/words.ts'
import { Engine } from './engine/engine.ts'
import { isEnded, newUpload, type Plan, type Upload } from './engine/model.ts'
import { foldName, freeName } from './names.ts'
import type { Picked } from './picked.ts'
import { trayWanted } from './presence.ts'
import { speedMeter } from './speed.ts'
import { discard } from './engine/steps.ts'
import { claim, forget, save, unfinished, type Stored } from './store.ts'
import { tellStored, thisTab, wasStored } from './tabs.ts'
import { value } from './value.ts'

/** Grows with every change that the tray shows. */
export const version = value(0)
/** All that the tray lists, in the order of coming. */
let uploads: readonly Upload[] = []
let userId: number | undefined

/** Files of which it is not known yet where they go. */
export const preparing = value(0)
export const speed = speedMeter()
export const allUploads = (): readonly Upload[] => uploads

const changedMs = 200
let changing = false

/** Tells the tray, at most five times a second. */
export function changed(): void {
  if (changing) return
  changing = true
  setTimeout(() => {
    changing = false
    version.set(version.get() + 1)
  }, changedMs)
}

const engine = new Engine({
  changed,
  moved: (bytes) => speed.add(Date.now(), bytes),
  save: (upload) => save(storedOf(upload)),
  ended,
})

export const isAway = (): boolean => engine.isAway
export const retry = (): void => engine.retry()

export async function currentUser(): Promise<number> {
  const { data } = await queries.fetchQuery({ ...read('getSession', {}), staleTime: 60_000 })
  return (userId = data.user.id)
}

const keyOf = ({ workspace, folderId, name, size }: Plan): string =>
  JSON.stringify([userId, workspace, folderId, name, size])

function storedOf(upload: Upload): Stored {
  const { workspace, folderId, name, folders, fileName, size, modified, replaces } = upload
  const { handle, uploadKey, digests } = upload
  const plan = { workspace, folderId, name, folders, fileName, size, modified, replaces }
  const own = { key: keyOf(upload), userId: userId ?? 0, tab: thisTab, at: Date.now() }
  return { ...plan, ...own, handle, uploadKey, digests }
}

function ended(upload: Upload): void {
  if (upload.phase === 'done') {
    tellStored(keyOf(upload), upload.modified)
    forget(keyOf(upload))
    // Events tell the same, but a hidden tab on plain http has none.
    invalidateSoon(upload.workspace, 'files', upload.folderId)
  }
  changed()
}

/** A place for a file, and the file. */
export interface Planned {
  readonly plan: Plan
  readonly picked: Picked
}

/** Stored at once, so that the page stays smooth. */
const claimsMax = 200

/** Sends these, except those that another tab sends already. */
export async function enqueue(planned: readonly Planned[]): Promise<void> {
  if (planned.length === 0) return
  await currentUser()
  const added = planned.map(({ plan, picked }) => newUpload(plan, picked))
  trayWanted.set(true)
  uploads = [...uploads, ...added]
  changed()
  for (let start = 0; start < added.length; start += claimsMax) {
    const batch = added.slice(start, start + claimsMax)
    await claimAll(batch)
    engine.add(batch.filter(({ cancelled }) => !cancelled))
  }
}

/** Lists files whose folder could not be created. */
export function addFailed(
  workspace: string,
  folders: readonly string[],
  picked: readonly { readonly file: File }[],
  reason: string,
): void {
  const added = picked.map(({ file: { name, size, lastModified: modified } }) => {
    const plan = { workspace, folderId: null, name, fileName: name, folders, size, modified, replaces: [] }
    return Object.assign(newUpload(plan, {}), { phase: 'failed', reason })
  })
  uploads = [...uploads, ...added]
  changed()
}

async function claimAll(added: readonly Upload[]): Promise<void> {
  const others = await claim(added.map(storedOf))
  const renamed: Upload[] = []
  for (const upload of added) {
    const other = others.get(keyOf(upload))
    upload.elsewhere = other !== undefined
    if (!other || other.modified === upload.modified) continue
    // Another file of the same name and size: the server would mix them up.
    Object.assign(upload, { name: freeName(upload.name, new Set([foldName(upload.name)])), elsewhere: false })
    renamed.push(upload)
  }
  if (renamed.length > 0) await claimAll(renamed)
  if (added.some(({ elsewhere }) => elsewhere)) watchOthers()
}

const watchMs = 1000
let watching: ReturnType<typeof setTimeout> | undefined

/** Takes over what another tab gave up, and ends what it has stored. */
function watchOthers(): void {
  watching ??= setTimeout(() => {
    const waiting = uploads.filter(({ elsewhere, phase }) => elsewhere && phase === 'queued')
    void claim(waiting.map(storedOf)).then((others) => {
      watching = undefined
      for (const upload of waiting) {
        if (others.has(keyOf(upload))) continue
        upload.elsewhere = false
        upload.doubtful = true
        if (!wasStored(keyOf(upload), upload.modified)) continue
        upload.phase = 'done'
        engine.remove(upload)
        ended(upload)
      }
      engine.pump()
      if (waiting.some(({ elsewhere }) => elsewhere)) watchOthers()
    })
  }, watchMs)
}

export function pause(upload: Upload): void {
  upload.phase = 'paused'
  engine.stop(upload)
  changed()
}

/** Goes on with an upload that was paused or has failed. */
export function resume(upload: Upload): void {
  if (upload.file) engine.resume(upload)
  changed()
}

function drop(upload: Upload): void {
  upload.cancelled = true
  engine.stop(upload)
  engine.remove(upload)
  uploads = uploads.filter((each) => each !== upload)
  changed()
}

/** Forgets an upload, and what the server has of it. */
export async function cancel(upload: Upload): Promise<void> {
  drop(upload)
  if (upload.phase === 'done') return
  forget(keyOf(upload))
  if (upload.uploadKey !== undefined && !upload.sent) await discard(upload.workspace, upload.uploadKey)
}

export function clearFinished(): void {
  for (const upload of uploads.filter(isEnded)) void cancel(upload)
}

/** Those of a folder that are neither stored nor given up. */
export const pendingIn = (workspace: string, folderId: string | null): readonly Upload[] =>
  uploads.filter(
    (upload) => upload.workspace === workspace && upload.folderId === folderId && !isEnded(upload),
  )

let restored: Promise<void> | undefined

/** Lists what an earlier page of this browser left unfinished. */
export function restore(): Promise<void> {
  restored ??= (async () => {
    const left = await unfinished(await currentUser(), Date.now())
    const known = new Set(uploads.map(keyOf))
    const old = left.flatMap((each) => (known.has(each.key) ? [] : [revived(each)]))
    if (old.length === 0) return
    await claim(old.map(storedOf))
    uploads = [...old, ...uploads]
    changed()
  })()
  return restored
}

function revived({ handle, uploadKey, digests, ...plan }: Stored): Upload {
  const phase = handle ? 'paused' : 'lost'
  return Object.assign(newUpload(plan, { handle }), {
    phase,
    uploadKey,
    digests,
    doubtful: true,
    reason: handle ? uploadsWords.reloaded : undefined,
  })
}
