import { Link } from '@tanstack/react-router'
import { Menu, MenuLink } from '../../ui/action/menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { filesWords } from '../../words/words.ts'
import type { FolderId } from '../item/item.ts'
import styles from './path.module.css'
import { pathOf, type BrowserSearch } from '../item/place.ts'
import { useNarrow } from '../grid/use-media.ts'

const words = filesWords.browser

export interface Crumb {
  /** Null: the root. */
  readonly id: FolderId
  readonly name: string
}

interface PathProps {
  readonly workspace: string
  /** From the root down to the open folder. */
  readonly path: readonly Crumb[]
  readonly search: BrowserSearch
}

const shownMax = 4
const shownMaxNarrow = 2

/** The breadcrumbs, of which the last one is the heading of the page. */
export function Path({ workspace, path, search }: PathProps) {
  const max = useNarrow() ? shownMaxNarrow : shownMax
  const above = path.slice(0, -1)
  const title = path.at(-1)?.name ?? words.title
  usePageTitle(title)
  const [root, ...others] = above
  const between = above.length > max ? others.slice(0, above.length - max) : []
  const nearest = others.slice(between.length)
  return (
    <nav aria-label={words.breadcrumbs} className={styles.path}>
      <ol>
        {root && <Step crumb={root} workspace={workspace} search={search} />}
        {between.length > 0 && (
          <li>
            <Between crumbs={between} workspace={workspace} search={search} />
            <Icon name="chevronRight" size={16} />
          </li>
        )}
        {nearest.map((crumb) => (
          <Step key={crumb.id} crumb={crumb} workspace={workspace} search={search} />
        ))}
        <li className={styles.here}>
          <h1 aria-current="page" title={title}>
            {title}
          </h1>
        </li>
      </ol>
    </nav>
  )
}

interface StepProps extends Omit<PathProps, 'path'> {
  readonly crumb: Crumb
}

function Step({ crumb, workspace, search }: StepProps) {
  return (
    <li className={styles.step}>
      <Link
        to={pathOf(workspace, crumb.id)}
        search={search}
        className={styles.link}
        title={crumb.name}
        draggable={false}
        data-folder={crumb.id ?? ''}
        data-name={crumb.name}
      >
        {crumb.name}
      </Link>
      <Icon name="chevronRight" size={16} />
    </li>
  )
}

interface BetweenProps extends Omit<PathProps, 'path'> {
  readonly crumbs: readonly Crumb[]
}

/** The folders that a long path leaves out. */
function Between({ crumbs, workspace, search }: BetweenProps) {
  const trigger = (
    <button type="button" aria-label={words.moreFolders} className={styles.between}>
      …
    </button>
  )
  return (
    <Menu trigger={trigger}>
      {crumbs.map((crumb) => (
        <MenuLink key={crumb.id} icon="folder" to={pathOf(workspace, crumb.id)} search={search}>
          {crumb.name}
        </MenuLink>
      ))}
    </Menu>
  )
}
