import { Link } from '@tanstack/react-router'
import { searchWords as words } from '../../words/words.ts'
import { pathOf } from '../item/place.ts'
import styles from './results.module.css'
import type { Match } from './use-search.ts'

interface PathLinksProps {
  readonly workspace: string
  readonly path: Match['path']
  readonly inTabOrder: boolean
}

/** Of longer paths, the last folders say the most. */
const shownMax = 3

/** The folders above a match, from the top. */
export function PathLinks({ workspace, path, inTabOrder }: PathLinksProps) {
  const above = [{ id: null, name: words.root }, ...path.slice(0, -1)]
  const hidden = Math.max(0, above.length - shownMax)
  return (
    <span className={styles.path} title={above.map(({ name }) => name).join(' / ')}>
      {hidden > 0 && '… / '}
      {above.slice(hidden).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ' / '}
          <Link to={pathOf(workspace, id)} tabIndex={inTabOrder ? 0 : -1} draggable={false}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
    </span>
  )
}
