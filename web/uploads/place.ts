import { call } from '../api/call.ts'
import { fraction, pauseMs } from '../api/events.ts'
import { failureOf } from '../ui/failure.ts'
import { take } from './again.ts'
import { askConflicts, type Resolution } from './conflicts.ts'
import { foldName, freeName, twinNames } from './names.ts'
import type { Picked } from './picked.ts'
import { addFailed, cancel, enqueue, pendingIn, preparing, type Planned } from './queue.ts'
import { takenNames, type Taken } from './engine/requests.ts'
import { verdictOn } from './engine/retry.ts'
import { treeOf, type Folder } from './tree.ts'

/** Where files go. `folderId` null is the root. */
export interface Place {
  readonly workspace: string
  readonly folderId: string | null
}

const requestsMax = 3
const candidates = 20

let last: Promise<unknown> = Promise.resolve()

/** One after the other, so that a folder that is dropped twice is created once. */
export function placeAll(place: Place, picked: readonly Picked[]): Promise<void> {
  const placed = last.then(async () => {
    preparing.set(preparing.get() + picked.length)
    try {
      await placeNow(place, picked)
    } finally {
      preparing.set(preparing.get() - picked.length)
    }
  })
  last = placed.catch(() => undefined)
  return placed
}

async function placeNow({ workspace, folderId }: Place, picked: readonly Picked[]): Promise<void> {
  const root = treeOf(picked, folderId)
  for (let level = [root]; level.length > 0; level = known(level))
    await each(level, (folder) => look(workspace, folder))
  const clashes = allOf(root).flatMap((folder) => clashesIn(workspace, folder))
  const resolutions = await askConflicts(clashes.map(({ label }) => label))
  const wishes = new Map(
    clashes.map(({ label, file, ids }) => [file, { ids, wish: resolutions.get(label) ?? 'skip' }]),
  )
  for (let level = [root]; level.length > 0; level = level.flatMap(childrenOf)) {
    const planned = await Promise.all(level.map((folder) => planIn(workspace, folder, wishes)))
    await enqueue(planned.flat())
    const missing = level.flatMap((folder) => childrenOf(folder).map((child) => ({ folder, child })))
    await each(missing, ({ folder, child }) => create(workspace, folder, child))
  }
}

const childrenOf = ({ folders }: Folder): readonly Folder[] => [...folders.values()]
const known = (level: readonly Folder[]) => level.flatMap(childrenOf).filter(({ id }) => id !== undefined)
const allOf = (folder: Folder): readonly Folder[] => [folder, ...childrenOf(folder).flatMap(allOf)]

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: requestsMax }, worker))
}

/** Repeats what fails because the network or the server is away, or because of a limit. */
async function lasting<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      const verdict = verdictOn(error)
      if (verdict !== 'outage' && typeof verdict !== 'object') throw error
      const ms = verdict === 'outage' ? pauseMs(failures, fraction()) : verdict.waitSeconds * 1000
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
}

/** Finds what is there already of a folder that exists. */
async function look(workspace: string, folder: Folder): Promise<void> {
  const { id, folders, files } = folder
  const names = [...folders.keys(), ...files.map(({ file }) => file.name)]
  if (id === undefined || names.length === 0) return
  folder.taken = await lasting(() => takenNames(workspace, id, names))
  for (const child of folders.values()) child.id = folderNamed(child.name, folder.taken)?.id
}

function folderNamed(name: string, taken: readonly Taken[]): Taken | undefined {
  const found = taken.filter((item) => item.type === 'folder' && foldName(item.name) === foldName(name))
  return found.find((item) => item.name === name) ?? found[0]
}

interface Clash {
  readonly label: string
  readonly file: File
  readonly ids: readonly string[]
}

const fileKey = (name: string, size: number, modified: number): string => `${modified} ${size} ${name}`

/** Takes files that are on their way already out of the folder, and returns those whose names are taken. */
function clashesIn(workspace: string, folder: Folder): readonly Clash[] {
  if (folder.id === undefined) return []
  const pending = pendingIn(workspace, folder.id)
  const pendingNames = new Set(pending.map(({ name }) => foldName(name)))
  const pendingFiles = new Map(
    pending.map((upload) => [fileKey(upload.fileName, upload.size, upload.modified), upload]),
  )
  const takenIds = new Map<string, string[]>()
  for (const { name, id, type } of folder.taken)
    if (type === 'file') takenIds.set(foldName(name), [...(takenIds.get(foldName(name)) ?? []), id])
  folder.files = folder.files.filter((picked) => {
    const { name, size, lastModified } = picked.file
    const same = pendingFiles.get(fileKey(name, size, lastModified))
    if (same?.phase === 'lost') void take(same, picked)
    return same === undefined
  })
  return folder.files.flatMap(({ file }) => {
    const folded = foldName(file.name)
    const ids = takenIds.get(folded) ?? []
    if (ids.length === 0 && !pendingNames.has(folded)) return []
    return [{ label: [...folder.path, file.name].join('/'), file, ids }]
  })
}

interface Wish {
  /** What has the name already. */
  readonly ids: readonly string[]
  readonly wish: Resolution
}

async function planIn(
  workspace: string,
  folder: Folder,
  wishes: ReadonlyMap<File, Wish>,
): Promise<readonly Planned[]> {
  const { id: folderId = null, path: folders, files } = folder
  const wishedFor = (wish: Resolution) => files.filter(({ file }) => wishes.get(file)?.wish === wish)
  const twins = wishedFor('both').map(({ file }) => file.name)
  const replaced = wishedFor('replace')
  await cancelNamed(workspace, folderId, new Set(replaced.map(({ file }) => foldName(file.name))))
  const used = await usedNames(workspace, folder, twins)
  return files.flatMap((picked): readonly Planned[] => {
    const { name: fileName, size, lastModified: modified } = picked.file
    const { ids, wish } = wishes.get(picked.file) ?? { ids: [], wish: undefined }
    if (wish === 'skip') return []
    const name = wish === 'replace' ? fileName : freeName(fileName, used)
    used.add(foldName(name))
    const replaces = wish === 'replace' ? ids : []
    return [{ plan: { workspace, folderId, name, folders, fileName, size, modified, replaces }, picked }]
  })
}

/** Replacing a file that is still on its way ends its upload. */
async function cancelNamed(
  workspace: string,
  folderId: string | null,
  folded: ReadonlySet<string>,
): Promise<void> {
  if (folded.size === 0) return
  const ended = pendingIn(workspace, folderId).filter(({ name }) => folded.has(foldName(name)))
  await Promise.all(ended.map(cancel))
}

/** Names that new ones must not have, among those that may be tried. */
async function usedNames(
  workspace: string,
  { id, taken }: Folder,
  twins: readonly string[],
): Promise<Set<string>> {
  const tries = twins.flatMap((name) => twinNames(name, candidates))
  const found = tries.length > 0 ? await lasting(() => takenNames(workspace, id ?? null, tries)) : []
  const pending = id === undefined ? [] : pendingIn(workspace, id)
  const files = taken.filter(({ type }) => type === 'file')
  return new Set([...files, ...found, ...pending].map(({ name }) => foldName(name)))
}

async function create(workspace: string, { id: parentId = null }: Folder, child: Folder): Promise<void> {
  let doubtful = false
  try {
    child.id ??= await lasting(async () => {
      // The answer to an earlier try may have been lost.
      const there = doubtful && folderNamed(child.name, await takenNames(workspace, parentId, [child.name]))
      doubtful = true
      if (there) return there.id
      const body = { name: child.name, parent_id: parentId }
      return (await call('files.createFolder', { workspace, body })).data.id
    })
  } catch (error) {
    const { message } = failureOf(error)
    for (const { path, files } of allOf(child)) addFailed(workspace, path, files, message)
    child.files = []
    child.folders.clear()
  }
}
