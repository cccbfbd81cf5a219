import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { shellWords } from '../../words/words.ts'
import { useSession, type Workspace } from '../session/session.ts'
import { mainDestinations, operatorDestinations, type Destination } from './destinations.ts'
import styles from './navigation.module.css'

interface NavigationProps {
  readonly workspace: Workspace | undefined
  readonly onNavigate?: () => void
}

/** Main, and Operator for operators. */
export function Navigation({ workspace, onNavigate }: NavigationProps) {
  const operator = operatorDestinations(useSession())
  return (
    <>
      {workspace && (
        <nav aria-label={shellWords.main} className={styles.nav}>
          {mainDestinations(workspace).map(({ heading, items }) => (
            <Group key={items[0]?.to} heading={heading} items={items} onNavigate={onNavigate} />
          ))}
        </nav>
      )}
      {operator.length > 0 && (
        <nav aria-label={shellWords.operator} className={styles.nav}>
          <Group heading={shellWords.groups.operator} items={operator} onNavigate={onNavigate} />
        </nav>
      )}
    </>
  )
}

interface GroupProps {
  readonly heading: string | undefined
  readonly items: readonly Destination[]
  readonly onNavigate: (() => void) | undefined
}

function Group({ heading, items, onNavigate }: GroupProps) {
  return (
    <>
      {heading !== undefined && <p className={styles.heading}>{heading}</p>}
      <ul>
        {items.map(({ to, icon, label }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link}
              activeOptions={{ exact: isTop(to), includeSearch: false }}
              onClick={onNavigate}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Home and Health are above the other pages and active only themselves. */
const isTop = (to: string): boolean => /^\/(operator|w\/[^/]+)$/.test(to)
