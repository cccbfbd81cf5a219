import { Link } from '@tanstack/react-router'
import { searchWords as words } from '../../words/words.ts'
import styles from './results.module.css'
import type { Match } from './use-search.ts'

/** Of longer paths, the last folders say the most. */
const shownMax = 3

/** The folders above a match, from the top. */
export function PathLinks({ workspace, path }: { readonly workspace: number; readonly path: Match['path'] }) {
  const files = `/w/${workspace}/files`
  const above = [
    { to: files, name: words.root },
    ...path.slice(0, -1).map(({ id, name }) => ({ to: `${files}/${id}`, name })),
  ]
  const hidden = Math.max(0, above.length - shownMax)
  return (
    <span className={styles.path} title={above.map(({ name }) => name).join(' / ')}>
      {hidden > 0 && '… / '}
      {above.slice(hidden).map(({ to, name }, index) => (
        <span key={to}>
          {index > 0 && ' / '}
          <Link to={to}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
    </span>
  )
}
