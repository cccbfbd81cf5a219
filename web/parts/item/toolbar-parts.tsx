import { Toolbar } from '@base-ui/react/toolbar'
import { Button } from '../../ui/action/button.tsx'
import { IconButton } from '../../ui/action/icon-button.tsx'
import { itemWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { ItemActions } from './actions.tsx'
import type { Item } from './item.ts'
import styles from './selection-toolbar.module.css'
import { act, obstacleTo, verbs } from './verbs.ts'

export interface SelectionToolbarProps {
  readonly items: readonly Item[]
  readonly actions: ItemActions
  readonly onShare: (item: Item) => void
  readonly onClear: () => void
}

export function SelectionVerbs({ items, actions, onShare, onClear }: SelectionToolbarProps) {
  const hasFiles = useWorkspace().services.includes('files')
  if (items.length === 0) return null
  return (
    <Toolbar.Root aria-label={words.toolbar} className={styles.toolbar}>
      <Toolbar.Button render={<IconButton icon="close" label={words.clear} />} onClick={onClear} />
      <span className={styles.count}>{words.selected(items.length)}</span>
      <div className={styles.verbs}>
        {verbs.map(({ verb, icon }) => (
          <Toolbar.Button
            key={verb}
            render={<Button icon={icon} disabledReason={obstacleTo(verb, items, hasFiles)} />}
            onClick={() => act(verb, items, { actions, onShare })}
          >
            {words.verbs[verb]}
          </Toolbar.Button>
        ))}
      </div>
    </Toolbar.Root>
  )
}
