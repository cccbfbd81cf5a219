import type { ReactNode } from 'react'
import { Mark } from '../../ui/mark.tsx'
import { shellWords } from '../../words/words.ts'
import styles from './bare-page.module.css'

/** A page without the navigation, in the frame of the server-rendered pages. */
export function BarePage({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className={styles.top}>
        <Mark />
        {shellWords.product}
      </header>
      <main id="content" tabIndex={-1} className={styles.sheet}>
        {children}
      </main>
    </>
  )
}
