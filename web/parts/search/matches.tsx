import { useEffect, useMemo, useState } from 'react'
import { FolderDialogs } from '../browser/folder-dialogs.tsx'
import { ItemGrid } from '../browser/item-grid.tsx'
import { useLayout } from '../browser/layout.ts'
import type { RowContext } from '../browser/row-parts.tsx'
import { all, clear, goTo } from '../browser/selection.ts'
import { useGridEvents } from '../browser/use-grid-events.ts'
import { useKeys } from '../browser/use-keys.ts'
import { useSelection } from '../browser/use-selection.ts'
import { useItemActions, type ItemActions } from '../item/actions.tsx'
import type { Item } from '../item/item.ts'
import { MarkedName } from './marked-name.tsx'
import { MatchBar } from './match-bar.tsx'
import { PathLinks } from './path-links.tsx'
import type { SearchParams } from './place.ts'
import { useSearchGo } from './use-search-go.ts'
import type { Found, Match } from './use-search.ts'

interface MatchesProps {
  readonly workspace: string
  readonly search: SearchParams
  readonly found: Found
  /** What is said of them beside the bar. */
  readonly note: string
  /** Each new object moves the keyboard to the first match. */
  readonly entered: object | undefined
}

/** The matches, with everything that can be done with items. */
export function Matches({ workspace, search, found: { matches, q }, note, entered }: MatchesProps) {
  const actions = useSearchActions()
  const go = useSearchGo(workspace, search)
  const { isRemoved } = actions
  const items = useMemo(() => matches.filter(({ id }) => !isRemoved.has(id)), [matches, isRemoved])
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const selecting = useSelection(ids, undefined)
  const { selection, select } = selecting
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [renaming, setRenaming] = useState<string>()
  const [focus, setFocus] = useState<{ readonly id: string }>()
  const onFocus = (id: string) => setFocus({ id })
  const layout = useLayout('list', frame)
  const chosen = items.filter(({ id }) => selection.chosen.has(id))
  const keyed = {
    ...selecting,
    folder: null,
    items,
    ids,
    layout,
    actions,
    targets: () => (chosen.length > 0 ? chosen : items.filter(({ id }) => id === selection.active)),
    onFocus,
    onOpen: go.open,
    onUp: () => undefined,
    onRename: ({ id }: Item) => setRenaming(id),
  }
  const onRowKey = useKeys(keyed)
  const events = useGridEvents({ ...keyed, onRowKey, onExpect: go.expect })
  const context = useMemo<RowContext>(
    () => ({
      workspace,
      actions,
      hrefOf: go.hrefOf,
      onOpen: go.open,
      onShare: ({ id }) => go.share(id),
      onRenamed: (isFocused) => {
        setRenaming(undefined)
        if (isFocused && renaming !== undefined) setFocus({ id: renaming })
      },
      nameOf: ({ name }) => <MarkedName name={name} query={q} />,
      placeOf: (item, isActive) => (
        <PathLinks workspace={workspace} path={(item as Match).path} inTabOrder={isActive} />
      ),
    }),
    [workspace, actions, go, renaming, q],
  )
  useEntering(entered, ids[0], onFocus)
  return (
    <>
      <MatchBar
        chosen={chosen}
        note={note}
        actions={actions}
        onShare={({ id }) => go.share(id)}
        onClear={() => {
          select(clear)
          if (selection.active !== undefined) onFocus(selection.active)
        }}
      />
      <ItemGrid
        {...events}
        frame={frame}
        onFrame={setFrame}
        layout={layout}
        items={items}
        total={items.length}
        ids={ids}
        selection={selection}
        sorting={undefined}
        onSort={go.sort}
        onSelectAll={() => select((now) => (now.chosen.size === ids.length ? clear(now) : all(now, ids)))}
        renaming={renaming}
        context={context}
        focus={focus}
      />
      <FolderDialogs
        items={items}
        search={search}
        go={go}
        actions={actions}
        onClosed={(id) => {
          if (id === undefined || !ids.includes(id)) return
          select((now) => goTo(now, id))
          // The dialog gives the focus back first.
          setTimeout(() => onFocus(id), 50)
        }}
      />
    </>
  )
}

/** Not when the matches change while the person types. */
function useEntering(entered: object | undefined, first: string | undefined, onFocus: (id: string) => void) {
  const [before, setBefore] = useState(entered)
  useEffect(() => {
    if (entered === before) return
    setBefore(entered)
    if (first !== undefined) onFocus(first)
  }, [entered, before, first, onFocus])
}

/** Nothing can be pasted here: the results are no folder. */
function useSearchActions(): ItemActions {
  const actions = useItemActions()
  return useMemo(() => ({ ...actions, canPaste: false }), [actions])
}
