import { ApiError, call } from '../../api/call.ts'
import { invalidate, queries, read } from '../../api/queries.ts'
import { askConflicts } from '../../uploads/conflicts.ts'
import { takenNames } from '../../uploads/engine/requests.ts'
import { foldName } from '../../uploads/names.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { itemWords as words } from '../../words/words.ts'
import { arrivalsOf, contested, type Arrival } from './arrivals.ts'
import { moveInLists, removeFromLists } from './cache.ts'
import { add, drop, movingIds } from './hidden.ts'
import type { FolderId, Item } from '../item/item.ts'
import { freeTwins, type Place } from './free-names.ts'
import { offerUndo } from './undo.ts'
import { doWork } from './work.ts'

export type TransferKind = 'move' | 'copy'

/** As many go without the tray. */
const quickMax = 3

/** An item on its way. */
interface Step extends Arrival {
  readonly name: string
  readonly to: FolderId
}

interface Transfer {
  readonly kind: TransferKind
  readonly workspace: string
  readonly steps: readonly Step[]
  readonly onEnd: (done: readonly Step[]) => void
}

/** Moves or copies items into a folder. Asks about files whose names are taken there. */
export async function transfer(
  kind: TransferKind,
  items: readonly Item[],
  { workspace, folder }: Place,
): Promise<void> {
  const coming = kind === 'move' ? items.filter(({ parent_id: from }) => from !== folder) : items
  const ids = coming.map(({ id }) => id)
  if (kind === 'move') add(movingIds, ids)
  try {
    const folderName = await nameOf(workspace, folder)
    if (coming.length === 0) return void toast.say(words.alreadyIn(namesOf(items), folderName))
    const steps = await stepsTo({ workspace, folder }, coming)
    const going = new Set(steps.map(({ item }) => item.id))
    drop(
      movingIds,
      ids.filter((id) => !going.has(id)),
    )
    start({ kind, workspace, steps, onEnd: (done) => tell(kind, workspace, done, folderName) })
  } catch (error) {
    drop(movingIds, ids)
    toast.fail(error)
  }
}

const namesOf = (items: readonly Item[]): readonly string[] => items.map(({ name }) => name)

async function nameOf(workspace: string, folder: FolderId): Promise<string> {
  if (folder === null) return words.root
  try {
    return (await queries.fetchQuery(read('files.getFolder', { workspace, id: folder }))).data.name
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'not_found'
    throw isGone ? new ApiError({ status: 404, code: 'folder_not_found', message: words.folderGone }) : error
  }
}

/** Copies into the folder that the original is in keep both without asking. */
async function stepsTo(place: Place, items: readonly Item[]): Promise<readonly Step[]> {
  const taken = await takenNames(place.workspace, place.folder, namesOf(items))
  const foreign = items.filter(({ parent_id: from }) => from !== place.folder)
  const names = contested(foreign, taken)
  const resolutions = names.length === 0 ? new Map() : await askConflicts(names)
  const arrivals = [
    ...arrivalsOf(foreign, taken, resolutions),
    ...items
      .filter((item) => !foreign.includes(item))
      .map((item) => ({ item, name: undefined, replaces: [] })),
  ]
  const used = new Set(arrivals.flatMap(({ name }) => (name === undefined ? [] : foldName(name))))
  for (const { name } of taken) used.add(foldName(name))
  const twins = arrivals.filter(({ name }) => name === undefined)
  const twinNames = await freeTwins(place, namesOf(twins.map(({ item }) => item)), used)
  const free = new Map(twins.map((twin, index) => [twin, twinNames[index]]))
  return arrivals.map((arrival) => ({
    ...arrival,
    name: arrival.name ?? free.get(arrival) ?? arrival.item.name,
    to: place.folder,
  }))
}

function start({ kind, workspace, steps, onEnd }: Transfer): void {
  const isQuick = kind === 'move' || steps.every(({ item }) => item.type === 'file')
  const run = kind === 'move' ? move : copy
  doWork({
    workspace,
    kind,
    steps,
    itemOf: ({ item }) => item,
    inTray: steps.length > quickMax || !isQuick,
    run: async (step) => {
      await run(workspace, step)
      await Promise.all(step.replaces.map((id) => removeReplaced(workspace, id)))
    },
    onNotDone: ({ item }) => drop(movingIds, [item.id]),
    onEnd: (done) => {
      if (done.length > 0) onEnd(done)
      void invalidate(workspace, 'files')
    },
  })
}

async function move(workspace: string, { item: { id, name: before }, name, to }: Step): Promise<void> {
  const body = { parent_id: to, ...(name !== before && { name }) }
  await call('files.updateFile', { workspace, id, body })
  moveInLists(workspace, id, to)
  drop(movingIds, [id])
}

async function copy(workspace: string, { item: { id }, name, to }: Step): Promise<void> {
  await call('files.copyFile', { workspace, id, body: { parent_id: to, name } })
}

async function removeReplaced(workspace: string, id: string): Promise<void> {
  try {
    await call('files.deleteFile', { workspace, id })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  }
  removeFromLists(workspace, [id])
}

function tell(kind: TransferKind, workspace: string, done: readonly Step[], folder: string): void {
  const [first] = done
  const isRenamed = done.length === 1 && first && first.name !== first.item.name
  const sentence = words.done(
    kind,
    namesOf(done.map(({ item }) => item)),
    folder,
    isRenamed ? first.name : undefined,
  )
  // What was replaced does not come back.
  const isReversible = kind === 'move' && done.every(({ replaces }) => replaces.length === 0)
  if (isReversible) offerUndo(sentence, () => moveBack(workspace, done))
  else toast.say(sentence)
}

function moveBack(workspace: string, done: readonly Step[]): void {
  const steps = done.map(({ item, name, to }) => ({
    item: { ...item, name, parent_id: to },
    name: item.name,
    to: item.parent_id,
    replaces: [],
  }))
  add(
    movingIds,
    done.map(({ item }) => item.id),
  )
  start({
    kind: 'move',
    workspace,
    steps,
    onEnd: (back) => void toast.say(words.back(back.map(({ name }) => name))),
  })
}
