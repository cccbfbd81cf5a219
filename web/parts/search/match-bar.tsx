import { filesWords } from '../../words/words.ts'
import barStyles from '../browser/bar.module.css'
import { SelectionToolbar } from '../item/selection-toolbar.tsx'
import type { ItemActions } from '../item/actions.tsx'
import type { Item } from '../item/item.ts'

interface MatchBarProps {
  readonly chosen: readonly Item[]
  readonly note: string
  readonly actions: ItemActions
  readonly onShare: (item: Item) => void
  readonly onClear: () => void
}

/** How many matches there are; with a selection, what can be done with that. */
export function MatchBar({ chosen, note, actions, onShare, onClear }: MatchBarProps) {
  const isChoosing = chosen.length > 0
  return (
    <div className={barStyles.bar}>
      <output className={isChoosing ? 'visually-hidden' : barStyles.count}>
        {isChoosing ? filesWords.browser.selected(chosen.length) : note}
      </output>
      {isChoosing && (
        <SelectionToolbar items={chosen} actions={actions} onShare={onShare} onClear={onClear} />
      )}
    </div>
  )
}
