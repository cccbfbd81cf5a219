import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select, type Option } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { memberWords as words, uiWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { CreateLink } from './create-link.tsx'
import styles from './members.module.css'

type Given = 'member' | 'admin'

interface InviteDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onInvited: () => void
  /** A join link was created instead. Gets its code. */
  readonly onLink: (code: string) => void
}

export function InviteDialog({ open, ...actions }: InviteDialogProps) {
  return (
    <Dialog open={open} onClose={actions.onClose} title={words.inviteTitle} size="form">
      <InviteForm {...actions} />
    </Dialog>
  )
}

/** Mounted with the open dialog, so that its fields end with it. */
function InviteForm({ onClose, onInvited, onLink }: Omit<InviteDialogProps, 'open'>) {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Given>('member')
  const waits = installation.mail === 'outbox'
  const isOwner = workspace.role === 'owner'
  const send = async () => {
    const { data } = await call('iam.inviteMember', { workspace: workspace.id, body: { email, role } })
    await invalidate(workspace.id, 'members')
    toast.say(waits ? words.waitsInOutbox(data.email) : words.invited(data.email))
    onInvited()
  }
  return (
    <Form onSubmit={send} wide>
      <TextInput
        label={words.email}
        name="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={setEmail}
        help={words.inviteHelp}
      />
      <Select
        label={words.role}
        name="role"
        value={role}
        onChange={setRole}
        options={isOwner ? [asMember, asAdmin] : [asMember]}
        {...(!isOwner && { help: words.onlyOwnerInvitesAdmins })}
      />
      {waits && (
        <div className={styles.offer}>
          <p>{words.outbox}</p>
          <CreateLink onCreated={onLink} />
        </div>
      )}
      <Curl method="POST" url={`${installation.gateway_url}/v1/iam/members`} body={{ email, role }} />
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{words.sendInvitation}</SubmitButton>
      </FormActions>
    </Form>
  )
}

const optionOf = (role: Given): Option<Given> => ({
  value: role,
  label: words.roles[role],
  note: words.roleNotes[role],
})
const [asMember, asAdmin] = [optionOf('member'), optionOf('admin')]
