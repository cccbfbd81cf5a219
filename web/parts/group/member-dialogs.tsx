import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useLast } from '../../ui/use-last.ts'
import { groupWords, uiWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { draftOf, problemsOf, refusalsOf } from './draft.ts'
import type { Group, Member } from './groups.ts'
import { MemberFields } from './member-fields.tsx'
import { errorsOf } from './use-drafts.ts'

const { member: words } = groupWords

interface MemberDialogProps {
  readonly group: Group
  /** Undefined: the dialog is closed. */
  readonly member: Member | undefined
  readonly onClose: () => void
}

export function EditMember({ group, member, onClose }: MemberDialogProps) {
  const shown = useLast(member)
  return (
    <Dialog
      open={member !== undefined}
      onClose={onClose}
      title={words.editTitle(shown?.name ?? '')}
      size="form"
    >
      {shown && <EditForm group={group} member={shown} onClose={onClose} />}
    </Dialog>
  )
}

/** Mounted with the open dialog, so that its fields end with it. */
function EditForm({ group, member, onClose }: MemberDialogProps & { readonly member: Member }) {
  const { id: workspace } = useWorkspace()
  const { sms_base_url: base } = useSession().installation
  const [draft, setDraft] = useState({ name: member.name, phone: member.phone, admin: member.admin })
  const [errors, setErrors] = useState<ReturnType<typeof errorsOf>>({})
  const others = group.members.filter(({ id }) => id !== member.id)
  const save = async () => {
    const body = draftOf(draft.name, draft.phone, draft.admin)
    const [problem] = problemsOf([body], others)
    setErrors(errorsOf(problem))
    if (problem) return
    try {
      await call('sms.updateMember', { workspace, id: group.id, member_id: member.id, body })
    } catch (error) {
      const [refused] = refusalsOf(error, [body]) ?? []
      if (!refused) throw error
      setErrors(errorsOf(refused))
      return
    }
    toast.say(words.saved(body.name))
    onClose()
    await invalidate(workspace, 'groups')
  }
  return (
    <Form wide onSubmit={save}>
      <MemberFields
        value={draft}
        onChange={(value) => {
          setDraft(value)
          setErrors({})
        }}
        errors={errors}
      />
      <Curl
        method="PATCH"
        url={`${base}/api/v1/groups/${group.id}/members/${member.id}`}
        body={draftOf(draft.name, draft.phone, draft.admin)}
      />
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{words.save}</SubmitButton>
      </FormActions>
    </Form>
  )
}

export function RemoveMember({ group, member, onClose }: MemberDialogProps) {
  const { id: workspace } = useWorkspace()
  const shown = useLast(member)
  const name = shown?.name ?? ''
  const remove = async () => {
    if (!member) return
    await call('sms.removeMember', { workspace, id: group.id, member_id: member.id })
    toast.say(words.removed(member.name))
    await invalidate(workspace, 'groups')
  }
  return (
    <ConfirmDialog
      open={member !== undefined}
      onClose={onClose}
      title={words.removeTitle(name)}
      verb={words.remove}
      onConfirm={remove}
    >
      <p>{words.removeStops(name)}</p>
    </ConfirmDialog>
  )
}
