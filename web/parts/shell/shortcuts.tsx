import { Dialog } from '../../ui/dialog/dialog.tsx'
import { filesWords, shellWords } from '../../words/words.ts'
import { useSession, type Workspace } from '../session/session.ts'
import styles from './shortcuts.module.css'
import { lettered } from './use-hotkeys.ts'

const { shortcuts } = shellWords
const words = filesWords.browser.shortcuts

const ofFiles = [
  { keys: ['↑', '↓'], what: words.move },
  { keys: ['Shift', '↑', '↓'], what: words.extend },
  { keys: ['Space'], what: words.toggle },
  { keys: ['Ctrl', 'A'], what: words.all },
  { keys: ['Esc'], what: words.clear },
  { keys: ['Enter'], what: words.open },
  { keys: ['Backspace'], what: words.up },
  { keys: ['F2'], what: words.rename },
  { keys: ['Delete'], what: words.remove },
  { keys: ['Ctrl', 'X'], what: words.cut },
  { keys: ['Ctrl', 'C'], what: words.copy },
  { keys: ['Ctrl', 'V'], what: words.paste },
  { keys: ['Ctrl', 'Z'], what: words.undo },
  { keys: ['a–z'], what: words.typing },
]

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
        {workspace?.services.includes('files') && <List heading={words.title} items={ofFiles} />}
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
