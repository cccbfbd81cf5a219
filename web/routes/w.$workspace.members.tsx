import { createFileRoute } from '@tanstack/react-router'
import { ActiveMembers } from '../parts/member/active-members.tsx'
import { CreateLink } from '../parts/member/create-link.tsx'
import { Invitations } from '../parts/member/invitations.tsx'
import { InviteDialog } from '../parts/member/invite-dialog.tsx'
import { JoinLinks } from '../parts/member/join-links.tsx'
import { LinkDialog } from '../parts/member/link-dialog.tsx'
import { RemoveDialog } from '../parts/member/remove-dialog.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { manages, useWorkspace } from '../parts/session/session.ts'
import { myPages } from '../parts/shell/destinations.ts'
import { Button } from '../ui/action/button.tsx'
import { LinkButton } from '../ui/action/link-button.tsx'
import { Tabs } from '../ui/action/tabs.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { memberWords as words } from '../words/words.ts'

const tabs = ['active', 'invitations', 'codes'] as const
type Tab = (typeof tabs)[number]

interface Search {
  readonly tab?: Tab | undefined
  readonly q?: string | undefined
  readonly dialog?: 'invite' | undefined
  /** The ID of the member that the dialog asks about. */
  readonly remove?: number | undefined
  /** The code of the join link that is shown. */
  readonly link?: string | undefined
}

export const Route = createFileRoute('/w/$workspace/members')({
  component: Members,
  // The router keeps what is left out, so each name is there.
  validateSearch: ({ tab, q, dialog, remove, link }: Record<string, unknown>): Search => ({
    tab: tabs.find((known) => known === tab),
    q: textOf(q),
    dialog: dialog === 'invite' ? dialog : undefined,
    remove: Number.isSafeInteger(remove) ? Number(remove) : undefined,
    link: textOf(link),
  }),
})

/** The router reads digits as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

function Members() {
  const workspace = useWorkspace()
  if (workspace.type === 'personal')
    return (
      <Notice title={words.title} sentence={words.personal.sentence}>
        <LinkButton to={myPages.workspaces.to}>{words.personal.next}</LinkButton>
      </Notice>
    )
  return <OfOrganization />
}

function OfOrganization() {
  const workspace = useWorkspace()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const go = (change: Search, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace })
  const tab = search.tab ?? 'active'
  const isAdmin = manages(workspace)
  const reason = isAdmin ? undefined : words.adminsOnly
  return (
    <>
      <PageHead
        title={words.title}
        action={
          <>
            <CreateLink disabledReason={reason} onCreated={(code) => go({ tab: 'codes', link: code })} />
            <Button
              kind="filled"
              icon="plus"
              disabledReason={reason}
              onClick={() => go({ dialog: 'invite' })}
            >
              {words.invite}
            </Button>
          </>
        }
      />
      <Tabs
        label={words.title}
        value={tab}
        onChange={(value) => go({ tab: value })}
        tabs={tabs.map((value) => ({ value, label: words.tabs[value] }))}
      >
        {tab === 'active' && (
          <ActiveMembers
            search={search.q ?? ''}
            onSearch={(q) => go({ q: q === '' ? undefined : q }, true)}
            onRemove={({ user_id: id }) => go({ remove: id })}
          />
        )}
        {tab === 'invitations' &&
          (isAdmin ? <Invitations /> : <EmptyState sentence={words.onlyAdminsSeeInvitations} />)}
        {tab === 'codes' &&
          (isAdmin ? (
            <JoinLinks onShow={({ code }) => go({ link: code })} />
          ) : (
            <EmptyState sentence={words.onlyAdminsSeeLinks} />
          ))}
      </Tabs>
      {isAdmin && (
        <>
          <InviteDialog
            open={search.dialog === 'invite'}
            onClose={() => go({ dialog: undefined }, true)}
            onLink={(code) => go({ dialog: undefined, tab: 'codes', link: code }, true)}
            onInvited={() => go({ dialog: undefined, tab: 'invitations' }, true)}
          />
          <LinkDialog code={search.link} onClose={() => go({ link: undefined }, true)} />
          <RemoveDialog person={search.remove} onClose={() => go({ remove: undefined }, true)} />
        </>
      )}
    </>
  )
}
