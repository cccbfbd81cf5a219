import { lazy, Suspense, useId, useState, type RefObject } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { IconButton } from '../../ui/action/icon-button.tsx'
import { keyWords } from '../../words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Folder } from './folder-dialog.tsx'
import styles from './key.module.css'

const words = keyWords.form

const FolderDialog = lazy(() =>
  import('./folder-dialog.tsx').then(({ FolderDialog }) => ({ default: FolderDialog })),
)

interface FolderFieldProps {
  readonly workspace: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly value: Folder | undefined
  readonly onChange: (folder: Folder | undefined) => void
  readonly error: string | undefined
}

/** The folder that a key is limited to. */
export function FolderField({ workspace, button, value, onChange, error }: FolderFieldProps) {
  const [open, setOpen] = useState(false)
  const errorId = useId()
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.label}>{words.folder}</legend>
      <div className={styles.chosen}>
        <span className={styles.folderName}>
          <Icon name="folder" />
          {value?.name ?? words.wholeWorkspace}
        </span>
        {value && (
          <IconButton small icon="close" label={words.removeFolder} onClick={() => onChange(undefined)} />
        )}
        <Button
          ref={button}
          onClick={() => setOpen(true)}
          {...(error !== undefined && { 'aria-describedby': errorId })}
        >
          {words.chooseFolder}
        </Button>
      </div>
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Suspense>
        <FolderDialog
          workspace={workspace}
          open={open}
          onClose={() => setOpen(false)}
          onChoose={(folder) => {
            onChange(folder)
            setOpen(false)
          }}
        />
      </Suspense>
    </fieldset>
  )
}
