import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './code-block.module.css'

/** Code that is closed at first. */
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
