import { useQuery } from '@tanstack/react-query'
import { call, type Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { MenuItem, RowMenu } from '../../ui/action/menu.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { memberWords as words } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { isoOf } from './plain-time.ts'
import { useChange } from './use-change.ts'

type JoinLink = Data<'iam.listInviteCodes'>[number]

interface JoinLinksProps {
  readonly onShow: (link: JoinLink) => void
}

/** For the owner and admins. */
export function JoinLinks({ onShow }: JoinLinksProps) {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const list = useQuery(read('iam.listInviteCodes', { workspace: workspace.id }))
  if (list.error && !list.data) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
  if (list.data?.length === 0)
    return (
      <EmptyState
        sentence={words.noLinks}
        curl={{ method: 'POST', url: `${installation.gateway_url}/v1/iam/invite-codes` }}
      />
    )
  return (
    <Table
      name={words.title}
      rows={list.data}
      rowKey={({ code }) => code}
      columns={columns}
      actions={menuFor(onShow)}
    />
  )
}

const columns: readonly Column<JoinLink>[] = [
  { head: words.link, cell: ({ link }) => <Copyable text={link} what={words.link} /> },
  { head: words.expires, kind: 'short', cell: () => words.worksOnce },
  { head: words.created, kind: 'short', cell: ({ created_at: at }) => <Time at={isoOf(at)} /> },
]

const menuFor = (onShow: JoinLinksProps['onShow']) => (link: JoinLink) => (
  <LinkMenu link={link} onShow={onShow} />
)

interface LinkMenuProps {
  readonly link: JoinLink
  readonly onShow: JoinLinksProps['onShow']
}

function LinkMenu({ link, onShow }: LinkMenuProps) {
  const workspace = useWorkspace().id
  const change = useChange()
  const revoke = () =>
    change(async () => {
      await call('iam.deleteInviteCode', { workspace, code: link.code })
      toast.say(words.revoked)
    })
  return (
    <RowMenu name={link.code}>
      <MenuItem icon="copy" onSelect={() => onShow(link)}>
        {words.copyLink}
      </MenuItem>
      <MenuItem icon="trash" onSelect={revoke}>
        {words.revoke}
      </MenuItem>
    </RowMenu>
  )
}
