import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { memberWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'

interface LinkDialogProps {
  /** The code of an unused link. */
  readonly code: string | undefined
  readonly onClose: () => void
}

/** Shows a join link to copy. */
export function LinkDialog({ code, onClose }: LinkDialogProps) {
  const workspace = useWorkspace()
  const { data } = useQuery({
    ...read('iam.listInviteCodes', { workspace: workspace.id }),
    enabled: code !== undefined,
  })
  const link = data?.find((each) => each.code === code)?.link
  return (
    <Dialog open={code !== undefined && link !== undefined} onClose={onClose} title={words.link} size="form">
      {link !== undefined && <LinkToCopy link={link} onClose={onClose} />}
    </Dialog>
  )
}

function LinkToCopy({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const { copied, copy } = useCopy(link)
  return (
    <>
      <TextInput
        label={words.link}
        value={link}
        readOnly
        code
        help={words.linkHelp}
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogActions>
        <Button onClick={onClose}>{words.done}</Button>
        <Button kind="filled" icon={copied ? 'check' : 'copy'} onClick={copy}>
          {copied ? words.copied : words.copyLink}
        </Button>
      </DialogActions>
    </>
  )
}
