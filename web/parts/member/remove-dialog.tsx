import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { invalidate, read } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { SkeletonLine } from '../../ui/page/skeleton.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { memberWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'

interface RemoveDialogProps {
  /** The ID of a member. */
  readonly person: number | undefined
  readonly onClose: () => void
}

export function RemoveDialog({ person, onClose }: RemoveDialogProps) {
  const workspace = useWorkspace().id
  const { data: members } = useQuery(read('iam.listMembers', { workspace }))
  const member = members?.find(({ user_id: id, status }) => id === person && status === 'active')
  const email = member?.email ?? ''
  const remove = async () => {
    await call('iam.deleteMember', { workspace, user_id: person ?? 0 })
    toast.say(words.removed(email))
    await invalidate(workspace, 'members')
  }
  return (
    <ConfirmDialog
      open={person !== undefined && member !== undefined}
      onClose={onClose}
      title={words.removeTitle(email)}
      verb={words.remove}
      onConfirm={remove}
    >
      <p>{words.removeAccess}</p>
      {person !== undefined && <Effects person={person} />}
    </ConfirmDialog>
  )
}

/** What stops. Without an answer, the dialog can still be confirmed. */
function Effects({ person }: { readonly person: number }) {
  const workspace = useWorkspace().id
  const { data, error } = useQuery(read('getRemovalEffects', { workspace, id: person }))
  if (error) return null
  return <p>{data ? words.removeStops(data.keys, data.join_links) : <SkeletonLine />}</p>
}
