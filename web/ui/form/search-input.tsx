import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import styles from './search-input.module.css'

interface SearchInputProps extends Omit<
  ComponentProps<'input'>,
  'className' | 'type' | 'onChange' | 'value' | 'defaultValue'
> {
  /** Its accessible name and placeholder. */
  readonly label: string
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
}

/** The search of a page. The key `/` focuses the first one. */
export function SearchInput({ label, onChange, ...input }: SearchInputProps) {
  return (
    <span className={styles.search}>
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...input}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      />
    </span>
  )
}
