import { ApiError, call } from '../../api/call.ts'
import { invalidate, queries, read } from '../../api/queries.ts'
import type { Said } from '../../ui/toasts/toast.ts'
import { itemWords as words } from '../../words/words.ts'
import { beforeLogOut } from '../session/before-log-out.ts'
import { removeFromLists } from './cache.ts'
import { add, drop, removedIds } from './hidden.ts'
import type { Item } from '../item/item.ts'
import { holdPage } from './hold-page.ts'
import { offerUndo, undoSeconds } from './undo.ts'
import { doWork } from './work.ts'

/** More are deleted in the tray. */
const quickMax = 20
/** Browsers let no more requests than about this many outlive a page. */
const lastRequestsMax = 20
/** What they contain is summed up for no more folders than this. */
const countedFoldersMax = 3

interface Removal {
  readonly workspace: string
  readonly items: readonly Item[]
  readonly notice: Said
  /** Leaving would not delete so many. */
  readonly release: () => void
  readonly timer: ReturnType<typeof setTimeout>
}

const waiting = new Set<Removal>()
const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id)

/** Hides items at once and deletes them after eight seconds, unless the person chooses *Undo*. */
export function removeLater(workspace: string, items: readonly Item[]): void {
  if (items.length === 0) return
  add(removedIds, idsOf(items))
  const removal: Removal = {
    workspace,
    items,
    notice: offerUndo(words.deleted(items.map(({ name }) => name)), () => undo(removal)),
    release: items.length > lastRequestsMax ? holdPage() : () => undefined,
    timer: setTimeout(() => {
      if (take(removal)) carryOut(removal)
    }, undoSeconds * 1000),
  }
  waiting.add(removal)
  void sayContents(removal)
}

/** Taking a removal out decides who ends it. */
function take(removal: Removal): boolean {
  clearTimeout(removal.timer)
  removal.notice.close()
  removal.release()
  return waiting.delete(removal)
}

function undo(removal: Removal): void {
  if (take(removal)) drop(removedIds, idsOf(removal.items))
}

async function sayContents({ workspace, items, notice }: Removal): Promise<void> {
  const folders = items.filter(({ type }) => type === 'folder')
  if (folders.length === 0 || folders.length > countedFoldersMax) return
  try {
    const counted = await Promise.all(
      folders.map(({ id }) => queries.fetchQuery(read('files.getFolder', { workspace, id }))),
    )
    const sum = (of: (folder: (typeof counted)[number]['data']) => number): number =>
      counted.reduce((total, { data }) => total + of(data), 0)
    const count = sum(({ item_count }) => item_count)
    if (count > 0)
      notice.add(
        words.contents(
          folders.length,
          count,
          sum(({ total_size }) => total_size),
        ),
      )
  } catch {
    // The notice is right without it.
  }
}

/** A second person may have been faster. */
async function remove(workspace: string, { id }: Item, keepalive: boolean): Promise<void> {
  try {
    await call('files.deleteFile', { workspace, id }, { keepalive })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  }
}

function carryOut({ workspace, items }: Removal): void {
  doWork({
    workspace,
    kind: 'delete',
    steps: items,
    itemOf: (item) => item,
    inTray: items.length > quickMax,
    run: (item) => remove(workspace, item, false),
    onNotDone: ({ id }) => drop(removedIds, [id]),
    onEnd: (done) => {
      removeFromLists(workspace, idsOf(done))
      void invalidate(workspace, 'files')
    },
  })
}

/** Deletes what waits, all at once. */
async function finish(): Promise<void> {
  const requests = [...waiting].filter(take).flatMap(({ workspace, items }) =>
    items.map(async (item) => {
      try {
        await remove(workspace, item, true)
      } catch {
        drop(removedIds, [item.id])
      }
    }),
  )
  await Promise.all(requests)
}

beforeLogOut(finish)
addEventListener('pagehide', () => void finish())
