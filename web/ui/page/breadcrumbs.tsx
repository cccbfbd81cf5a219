import { Link } from '@tanstack/react-router'
import { uiWords } from '../../words/words.ts'
import styles from './breadcrumbs.module.css'

interface BreadcrumbsProps {
  /** The pages above this one, from the top: `{label: 'API keys', to: '/w/18/keys'}`. */
  readonly above: readonly { readonly label: string; readonly to: string }[]
}

/** Above the PageHead of a page below another one. */
export function Breadcrumbs({ above }: BreadcrumbsProps) {
  return (
    <nav aria-label={uiWords.breadcrumbs} className={styles.crumbs}>
      <ol>
        {above.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
