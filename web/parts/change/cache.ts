import type { QueryKey } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import type { FolderId, Item } from '../item/item.ts'

type Row = Pick<Item, 'id' | 'type'>
/** Undefined: the row goes. */
type Change = (item: Item) => Item | undefined

/** Operations whose rows are items. */
const operations: ReadonlySet<unknown> = new Set([
  'listItems',
  'files.listFiles',
  'files.listFolderChildren',
  'files.searchFiles',
])

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && 'type' in value

/** Changes the items in cached data of any shape: a list, an answer, or pages of answers. What has none stays the same object. */
export function changeItems<Cached>(cached: Cached, change: Change): Cached {
  if (Array.isArray(cached)) {
    const changed = cached.flatMap((each: unknown) => {
      const next = isRow(each) ? change(each as Item) : changeItems(each, change)
      return next === undefined ? [] : [next]
    })
    return isSame(cached, changed) ? cached : (changed as Cached)
  }
  if (typeof cached !== 'object' || cached === null) return cached
  const record = cached as Readonly<Record<string, unknown>>
  const name = ['pages', 'data', 'items'].find((each) => Array.isArray(record[each]))
  if (name === undefined) return cached
  const list = changeItems(record[name], change)
  return list === record[name] ? cached : { ...cached, [name]: list }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])

/** The folder that a cached list is of. Undefined: it is of several, as search results are. */
function folderOf([, operation, input]: QueryKey): FolderId | undefined {
  const { folder, parent } = (input ?? {}) as { readonly folder?: FolderId; readonly parent?: FolderId }
  if (operation === 'listItems') return folder
  return operation === 'files.listFiles' ? parent : undefined
}

function changeLists(workspace: string, change: (folder: FolderId | undefined) => Change): void {
  const lists = queries.getQueryCache().findAll({
    predicate: ({ queryKey: [owner, operation] }) => owner === workspace && operations.has(operation),
  })
  for (const { queryKey } of lists)
    queries.setQueryData(queryKey, (cached: unknown) =>
      cached === undefined ? undefined : changeItems(cached, change(folderOf(queryKey))),
    )
}

/** Shows a new name at once, wherever the item is listed. */
export const renameInLists = (workspace: string, id: string, name: string): void =>
  changeLists(workspace, () => (item) => (item.id === id && item.name !== name ? { ...item, name } : item))

/** Takes an item out of the lists of the folders that it is no longer in. */
export const moveInLists = (workspace: string, id: string, to: FolderId): void =>
  changeLists(
    workspace,
    (folder) => (item) => (item.id === id && folder !== undefined && folder !== to ? undefined : item),
  )

export function removeFromLists(workspace: string, ids: readonly string[]): void {
  const gone = new Set(ids)
  changeLists(workspace, () => (item) => (gone.has(item.id) ? undefined : item))
}
