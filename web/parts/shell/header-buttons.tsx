import type { ComponentProps } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { shellWords } from '../../words/words.ts'
import styles from './header.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'name'> & { readonly name: string }

/** Opens the menu of workspaces. Disabled until that has loaded. */
export function WorkspaceButton({ name, ...rest }: Props) {
  return (
    <button type="button" aria-label={shellWords.workspace(name)} {...rest} className={styles.workspace}>
      <span>{name}</span>
      <Icon name="updown" size={16} />
    </button>
  )
}

/** Opens the menu about the person. Disabled until that has loaded. */
export function AccountButton({ name, ...rest }: Props) {
  return (
    <button type="button" aria-label={shellWords.account(name)} {...rest} className={styles.button}>
      <Icon name="user" />
      <span className={styles.word}>{name}</span>
    </button>
  )
}
