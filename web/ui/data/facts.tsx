import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  /** Those that are undefined are left out. */
  readonly of: readonly (readonly [term: string, value: ReactNode] | undefined)[]
}

/** Terms with their values, one below the other. */
export function Facts({ of: facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
