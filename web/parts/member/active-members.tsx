import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { call, type Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { MenuItem, RowMenu } from '../../ui/action/menu.tsx'
import { MoreButton } from '../../ui/data/more-button.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { memberWords as words } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import styles from './members.module.css'
import { matching, searchable } from './matching.ts'
import { isoOf } from './plain-time.ts'
import { useChange } from './use-change.ts'

type Member = Data<'iam.listMembers'>[number]

/** Rows are added in steps, so that ten thousand people cost no more than the first of them. */
const step = 100

interface ActiveMembersProps {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onRemove: (member: Member) => void
}

export function ActiveMembers({ search, onSearch, onRemove }: ActiveMembersProps) {
  const workspace = useWorkspace()
  const self = useSession().user.id
  const list = useQuery(read('iam.listMembers', { workspace: workspace.id }))
  const [shown, setShown] = useState(step)
  // The address follows a moment later, so that no letter is lost.
  const [text, setText] = useState(search)
  // Rows follow when there is time, so that typing never waits for them.
  const sought = useDeferredValue(text)
  const active = useMemo(
    () => list.data && searchable(list.data.filter(({ status }) => status === 'active')),
    [list.data],
  )
  if (list.error && !list.data) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
  const found = active && matching(active, sought)
  const find = (typed: string) => {
    setText(typed)
    onSearch(typed)
  }
  return (
    <>
      <div className={styles.filters}>
        <SearchInput label={words.search} value={text} onChange={find} />
        <span className="pencil small">{found && words.count(found.length)}</span>
      </div>
      {found?.length === 0 ? (
        <EmptyState sentence={words.nobodyFound(sought)} />
      ) : (
        <>
          <Table
            name={words.title}
            rows={found?.slice(0, shown)}
            rowKey={({ user_id: id }) => id}
            columns={columnsFor(self)}
            actions={menuFor(self, onRemove)}
          />
          <MoreButton
            hasMore={(found?.length ?? 0) > shown}
            busy={false}
            onMore={() => setShown(shown + step)}
          />
        </>
      )}
    </>
  )
}

const columnsFor = (self: number): readonly Column<Member>[] => [
  { head: words.email, cell: ({ email }) => email },
  { head: words.name, cell: (member) => nameOf(member, self) },
  { head: words.role, kind: 'short', cell: ({ role }) => words.roles[role] },
  {
    head: words.joined,
    kind: 'short',
    cell: ({ joined_at: at }) => <Time at={at === null ? null : isoOf(at)} />,
  },
]

const menuFor = (self: number, onRemove: ActiveMembersProps['onRemove']) => (member: Member) => (
  <MemberMenu member={member} self={self} onRemove={onRemove} />
)

function nameOf({ user_id: id, name }: Member, self: number): string {
  if (id !== self) return name ?? ''
  return name === null ? words.justYou : words.you(name)
}

interface MemberMenuProps {
  readonly member: Member
  readonly self: number
  readonly onRemove: ActiveMembersProps['onRemove']
}

function MemberMenu({ member, self, onRemove }: MemberMenuProps) {
  const workspace = useWorkspace()
  const change = useChange()
  const { user_id: id, email, role } = member
  const setRole = (given: 'admin' | 'member') =>
    change(async () => {
      await call('iam.updateMember', { workspace: workspace.id, user_id: id, body: { role: given } })
      toast.say(given === 'admin' ? words.madeAdmin(email) : words.madeMember(email))
    })
  const roleReason = roleFixed(member, workspace.role)
  return (
    <RowMenu name={email}>
      {role === 'admin' ? (
        <MenuItem icon="user" onSelect={() => setRole('member')} disabledReason={roleReason}>
          {words.makeMember}
        </MenuItem>
      ) : (
        <MenuItem icon="users" onSelect={() => setRole('admin')} disabledReason={roleReason}>
          {words.makeAdmin}
        </MenuItem>
      )}
      <MenuItem
        icon="trash"
        onSelect={() => onRemove(member)}
        disabledReason={removalFixed(member, workspace.role, self)}
      >
        {words.remove}
      </MenuItem>
    </RowMenu>
  )
}

function roleFixed({ role }: Member, own: string): string | undefined {
  if (own !== 'owner') return words.ownerChangesRoles
  return role === 'owner' ? words.ownersRole : undefined
}

function removalFixed({ role, user_id: id }: Member, own: string, self: number): string | undefined {
  if (own === 'member') return words.adminsOnly
  if (role === 'owner') return words.ownerStays
  return id === self ? words.notYourself : undefined
}
