import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  readonly of: readonly (readonly [label: string, value: ReactNode])[]
}

/** Facts about one thing, each with its label. */
export function Facts({ of }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {of.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
