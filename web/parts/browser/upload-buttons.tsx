import { useRef, useState, type ChangeEvent, type RefObject } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { Menu, MenuItem } from '../../ui/action/menu.tsx'
import { filesWords } from '../../words/words.ts'
import type { FolderId } from '../item/item.ts'
import { uploadChosen } from './uploading.ts'

const words = filesWords.browser

interface ChooserProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly workspace: string
  readonly folder: FolderId
  readonly wholeFolders?: boolean
}

/** The browser's own chooser, which a button opens. */
function Chooser({ input, workspace, folder, wholeFolders = false }: ChooserProps) {
  const [round, setRound] = useState(0)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.files) uploadChosen(workspace, folder, currentTarget.files)
    // A new input, so that the same file can be chosen again.
    setRound(round + 1)
  }
  return (
    <input
      key={round}
      ref={input}
      type="file"
      multiple
      hidden
      onChange={choose}
      {...(wholeFolders && { webkitdirectory: '' })}
    />
  )
}

interface UploadProps {
  readonly workspace: string
  readonly folder: FolderId
}

export function UploadButton({ workspace, folder }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="filled" icon="upload" onClick={() => input.current?.click()}>
        {words.upload}
      </Button>
      <Chooser input={input} workspace={workspace} folder={folder} />
    </>
  )
}

interface NewMenuProps extends UploadProps {
  readonly onCreateFolder: () => void
}

export function NewMenu({ workspace, folder, onCreateFolder }: NewMenuProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu trigger={<Button icon="plus">{words.create}</Button>} align="end">
        <MenuItem icon="folder" onSelect={onCreateFolder}>
          {words.folder}
        </MenuItem>
        <MenuItem icon="upload" onSelect={() => input.current?.click()}>
          {words.uploadFolder}
        </MenuItem>
      </Menu>
      <Chooser input={input} workspace={workspace} folder={folder} wholeFolders />
    </>
  )
}
