import { Dialog } from '../../ui/dialog/dialog.tsx'
import { shellWords } from '../../words/words.ts'
import { useSession, type Workspace } from '../session/session.ts'
import styles from './shortcuts.module.css'
import { lettered } from './use-hotkeys.ts'

const { shortcuts } = shellWords

interface ShortcutsProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly workspace: Workspace | undefined
}

/** The dialog Keyboard shortcuts. */
export function Shortcuts({ open, onClose, workspace }: ShortcutsProps) {
  const session = useSession()
  const general = [
    { keys: ['Ctrl', 'K'], what: shortcuts.jump },
    { keys: ['/'], what: shortcuts.search },
    { keys: ['?'], what: shortcuts.help },
    { keys: ['Esc'], what: shortcuts.close },
  ]
  const pages = lettered(workspace, session).map(({ label, letter = '' }) => ({
    keys: ['g', letter],
    what: shortcuts.goTo(label),
  }))
  return (
    <Dialog open={open} onClose={onClose} title={shellWords.keyboardShortcuts} size="form">
      <div className={styles.columns}>
        <List heading={shortcuts.general} items={general} />
        <List heading={shortcuts.pages} items={pages} />
      </div>
    </Dialog>
  )
}

interface ListProps {
  readonly heading: string
  readonly items: readonly { readonly keys: readonly string[]; readonly what: string }[]
}

function List({ heading, items }: ListProps) {
  return (
    <section>
      <h3>{heading}</h3>
      <dl className={styles.list}>
        {items.map(({ keys, what }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
