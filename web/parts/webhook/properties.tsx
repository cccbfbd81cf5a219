import type { ReactNode } from 'react'
import styles from './properties.module.css'

interface PropertiesProps {
  /** Undefined values are left out. */
  readonly of: readonly (readonly [label: string, value: ReactNode])[]
}

/** Facts about one thing, each with its label. */
export function Properties({ of }: PropertiesProps) {
  return (
    <dl className={styles.properties}>
      {of.map(([label, value]) =>
        value === undefined ? null : (
          <div key={label} className={styles.property}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
