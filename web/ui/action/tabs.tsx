import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Value extends string> {
  /** Its accessible name. */
  readonly label: string
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  /** The open tab. Keep it in the URL. */
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** The content of the open tab. */
  readonly children: ReactNode
}

export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.value === value && children}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
