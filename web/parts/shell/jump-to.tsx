import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { shellWords } from '../../words/words.ts'
import { recentFolders } from '../session/recent-folders.ts'
import { useSession, type Workspace } from '../session/session.ts'
import { homeOf, mainDestinations, myPages, operatorDestinations, type Destination } from './destinations.ts'
import styles from './jump-to.module.css'

interface JumpToProps {
  readonly onClose: () => void
  readonly workspace: Workspace | undefined
}

interface Group {
  readonly value: string
  readonly items: readonly Destination[]
}

/** The dialog Jump to: every page, workspace, and recent folder by its name. */
export function JumpTo({ onClose, workspace }: JumpToProps) {
  const navigate = useNavigate()
  const groups = useGroups(workspace)
  const go = ({ to }: Destination) => {
    onClose()
    void navigate({ to })
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={styles.popup} aria-label={shellWords.jumpTo}>
            <Autocomplete.Root
              open
              inline
              items={groups}
              itemToStringValue={({ label }: Destination) => label}
              autoHighlight="always"
              keepHighlight
            >
              <div className={styles.input}>
                <Icon name="search" />
                <Autocomplete.Input aria-label={shellWords.jumpTo} placeholder={shellWords.jumpToHint} />
              </div>
              <Dialog.Close className="visually-hidden">{shellWords.closeJumpTo}</Dialog.Close>
              <div className={styles.results}>
                <Autocomplete.Empty>
                  <p className={styles.empty}>{shellWords.nothingFound}</p>
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: Group) => (
                    <Autocomplete.Group key={group.value} items={group.items}>
                      <Autocomplete.GroupLabel className={styles.heading}>
                        {group.value}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(item: Destination) => (
                          <Autocomplete.Item
                            key={item.to}
                            value={item}
                            className={styles.item}
                            onClick={() => go(item)}
                          >
                            <Icon name={item.icon} />
                            {item.label}
                          </Autocomplete.Item>
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useGroups(workspace: Workspace | undefined): readonly Group[] {
  const session = useSession()
  const names = shellWords.jumpToGroups
  const groups: readonly Group[] = [
    { value: names.pages, items: workspace ? mainDestinations(workspace).flatMap(({ items }) => items) : [] },
    { value: names.folders, items: workspace ? foldersOf(workspace) : [] },
    {
      value: names.workspaces,
      items: session.workspaces
        .filter(({ id }) => id !== workspace?.id)
        .map((one) => ({ label: one.name, icon: 'folder', to: homeOf(one) })),
    },
    { value: names.me, items: Object.values(myPages) },
    { value: shellWords.operator, items: operatorDestinations(session) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

const foldersOf = (workspace: Workspace): readonly Destination[] =>
  recentFolders(String(workspace.id)).map(({ id, name }) => ({
    label: name,
    icon: 'folder',
    to: `${homeOf(workspace)}/files/${id}`,
  }))
