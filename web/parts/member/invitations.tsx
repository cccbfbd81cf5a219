import { useQuery } from '@tanstack/react-query'
import { call, type Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { MenuItem, RowMenu } from '../../ui/action/menu.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { memberWords as words } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { isoOf } from './plain-time.ts'
import { useChange } from './use-change.ts'

type Invitation = Data<'iam.listInvites'>[number]

/** For the owner and admins. */
export function Invitations() {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const list = useQuery(read('iam.listInvites', { workspace: workspace.id }))
  if (list.error && !list.data) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
  if (list.data?.length === 0)
    return (
      <EmptyState
        sentence={words.noInvitations}
        curl={{
          method: 'POST',
          url: `${installation.gateway_url}/v1/iam/members`,
          body: { email: 'ada@example.com' },
        }}
      />
    )
  return (
    <Table
      name={words.title}
      rows={list.data}
      rowKey={({ invite_id: id }) => id}
      columns={columns}
      actions={menuOf}
    />
  )
}

const columns: readonly Column<Invitation>[] = [
  { head: words.email, cell: ({ email }) => email },
  { head: words.role, kind: 'short', cell: ({ role }) => words.roles[role] },
  {
    head: words.state,
    kind: 'short',
    cell: ({ expired }) => <Status word={expired ? words.states.expired : words.states.pending} />,
  },
  { head: words.sent, kind: 'short', cell: ({ invited_at: at }) => <Time at={isoOf(at)} /> },
  { head: words.expires, kind: 'short', cell: ({ expires_at: at }) => <Time at={isoOf(at)} /> },
]

const menuOf = (invitation: Invitation) => <InvitationMenu {...invitation} />

function InvitationMenu({ invite_id: id, email }: Invitation) {
  const workspace = useWorkspace().id
  const { installation } = useSession()
  const change = useChange()
  const send = () =>
    change(async () => {
      await call('iam.inviteMember', { workspace, body: { email } })
      toast.say(installation.mail === 'outbox' ? words.waitsInOutbox(email) : words.sentAgain(email))
    })
  const cancel = () =>
    change(async () => {
      await call('iam.deleteInvite', { workspace, invite_id: id })
      toast.say(words.cancelled(email))
    })
  return (
    <RowMenu name={email}>
      <MenuItem icon="send" onSelect={send}>
        {words.sendAgain}
      </MenuItem>
      <MenuItem icon="trash" onSelect={cancel}>
        {words.cancelInvitation}
      </MenuItem>
    </RowMenu>
  )
}
