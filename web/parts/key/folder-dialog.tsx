import { Button } from '../../ui/action/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { keyWords, uiWords } from '../../words/words.ts'
import { FolderPicker, type Folder } from '../item/folder-picker.tsx'

export type { Folder } from '../item/folder-picker.tsx'

interface FolderDialogProps {
  readonly workspace: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onChoose: (folder: Folder | undefined) => void
}

/** Chooses the folder that a key is limited to. */
export function FolderDialog({ workspace, open, onClose, onChoose }: FolderDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={keyWords.form.chooseFolder} size="form">
      <FolderPicker
        workspace={workspace}
        actions={(here) => (
          <DialogActions>
            <Button onClick={onClose}>{uiWords.cancel}</Button>
            <Button kind="filled" onClick={() => onChoose(here)}>
              {here ? keyWords.form.thisFolder : keyWords.form.wholeWorkspace}
            </Button>
          </DialogActions>
        )}
      />
    </Dialog>
  )
}
