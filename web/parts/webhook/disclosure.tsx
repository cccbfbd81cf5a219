import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from '../../ui/data/code-block.module.css'

/** More to read, closed at first. */
export function Disclosure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>
        <Icon name="chevronRight" size={16} />
        {title}
      </summary>
      {children}
    </details>
  )
}
