import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Contents } from '../grid/contents.tsx'
import { FolderDialogs } from '../browser/folder-dialogs.tsx'
import { clear, goTo } from '../selection/selection.ts'
import { useCommands } from '../selection/use-commands.ts'
import { useSelection } from '../selection/use-selection.ts'
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
  const [focus, setFocus] = useState<{ readonly id: string }>()
  const onFocus = useCallback((id: string) => setFocus({ id }), [])
  const chosen = items.filter(({ id }) => selection.chosen.has(id))
  useCommands({ ...selecting, folder: null, items, ids, actions, onUp: () => undefined })
  const nameOf = useCallback(({ name }: Item) => <MarkedName name={name} query={q} />, [q])
  const placeOf = useCallback(
    (item: Item, isActive: boolean) => (
      <PathLinks workspace={workspace} path={(item as Match).path} inTabOrder={isActive} />
    ),
    [workspace],
  )
  useEntering(entered, () => {
    const [first] = ids
    if (first !== undefined) onFocus(first)
  })
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
      <Contents
        {...selecting}
        workspace={workspace}
        items={items}
        ids={ids}
        total={items.length}
        view="list"
        sorting={undefined}
        go={go}
        actions={actions}
        focus={focus}
        onFocus={onFocus}
        nameOf={nameOf}
        placeOf={placeOf}
      />
      <FolderDialogs
        items={items}
        search={search}
        go={go}
        actions={actions}
        onClosed={(id) => {
          if (id === undefined || !ids.includes(id)) return
          select((now) => goTo(now, id))
          onFocus(id)
        }}
      />
    </>
  )
}

/** Not when the matches change while the person types. */
function useEntering(entered: object | undefined, onEnter: () => void): void {
  const [before] = useState(entered)
  const enter = useEffectEvent(onEnter)
  useEffect(() => {
    if (entered !== before) enter()
  }, [entered, before])
}

/** Nothing can be pasted here, because the results are not a folder. */
function useSearchActions(): ItemActions {
  const actions = useItemActions()
  return useMemo(() => ({ ...actions, canPaste: false }), [actions])
}
