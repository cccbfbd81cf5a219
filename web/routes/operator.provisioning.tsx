import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { change, changeNow } from '../parts/operator/change.ts'
import styles from '../parts/operator/operator.module.css'
import { usePlainList } from '../parts/operator/use-plain-list.ts'
import { idIn, oneOf } from '../parts/operator/search-params.ts'
import { List } from '../parts/page/list.tsx'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, MenuLink, RowMenu } from '../ui/action/menu.tsx'
import { Status } from '../ui/data/status.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Select } from '../ui/form/select.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.provisioning
const title = shellWords.pages.provisioningRequests

const states = ['requested', 'approved', 'declined', 'revoked'] as const
type Decided = (typeof states)[number]

interface Search {
  readonly state?: Decided | undefined
  /** The person whose access is to be revoked. */
  readonly revoke?: number | undefined
}

export const Route = createFileRoute('/operator/provisioning')({
  validateSearch: ({ state, revoke }: Readonly<Record<string, unknown>>): Search => ({
    state: oneOf(states, state),
    revoke: idIn(revoke),
  }),
  component: Requests,
})

type Request = Data<'listProvisioningRequests'>[number]

function Requests() {
  const { state, revoke } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = usePlainList(readPages('listProvisioningRequests', { query: { ...(state && { state }) } }))
  const revoked = list.rows?.find(({ user_id: id }) => id === revoke)
  return (
    <>
      <PageHead title={title}>{words.sentence}</PageHead>
      <List
        name={title}
        list={list}
        rowKey={({ user_id: id }) => id}
        empty={<EmptyState sentence={words.empty} />}
        {...(state && { nothingFound: words.nothingFound })}
        filters={
          <Select
            compact
            label={operatorWords.state}
            value={state ?? 'all'}
            onChange={(chosen) => void navigate({ search: chosen === 'all' ? {} : { state: chosen } })}
            options={[
              { value: 'all' as const, label: operatorWords.all },
              ...states.map((value) => ({ value, label: words.states[value] })),
            ]}
          />
        }
        columns={columns}
        actions={actionsOf}
      />
      <RevokeDialog
        request={revoked?.state === 'approved' ? revoked : undefined}
        onClose={() => void navigate({ search: (now) => ({ ...now, revoke: undefined }) })}
      />
    </>
  )
}

function Person({ request }: { readonly request: Request }) {
  return (
    <div>
      <Link to="/operator/people/$user" params={{ user: String(request.user_id) }}>
        {request.email}
      </Link>
      <span className={styles.second}>{`${request.first_name} ${request.last_name}`}</span>
    </div>
  )
}

function State({ request }: { readonly request: Request }) {
  return (
    <div>
      <Status word={words.states[request.state]} />
      <span className={styles.second}>
        <Time at={request[`${request.state}_at`]} />
      </span>
    </div>
  )
}

function Purpose({ request: { company, purpose, monthly_accounts: count } }: { readonly request: Request }) {
  if (company === null) return <span className="pencil">{words.noRequest}</span>
  return (
    <div>
      {company}
      {count !== null && `, ${words.accounts(count)}`}
      {purpose !== null && <span className={styles.second}>{purpose}</span>}
    </div>
  )
}

interface Choice {
  readonly label: string
  readonly run: () => void
}

/** What may be decided now. */
function useChoices({ user_id: user, email, state }: Request): readonly Choice[] {
  const navigate = Route.useNavigate()
  const decide = (id: 'approveProvisioning' | 'declineProvisioning', said: string) => () =>
    changeNow(id, { user }, { topic: 'provisioning', said })
  const approve = { label: words.approve, run: decide('approveProvisioning', words.approved(email)) }
  const revoke = () => void navigate({ search: (now) => ({ ...now, revoke: user }) })
  if (state === 'approved') return [{ label: words.revoke, run: revoke }]
  if (state !== 'requested') return [approve]
  return [approve, { label: words.decline, run: decide('declineProvisioning', words.declined(email)) }]
}

function Decision({ request }: { readonly request: Request }) {
  return (
    <div className={styles.row}>
      {useChoices(request).map(({ label, run }) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
    </div>
  )
}

const actionsOf = (request: Request) => <Actions request={request} />

function Actions({ request }: { readonly request: Request }) {
  return (
    <RowMenu name={request.email}>
      {useChoices(request).map(({ label, run }) => (
        <MenuItem key={label} onSelect={run}>
          {label}
        </MenuItem>
      ))}
      <MenuLink to="/operator/people/$user" params={{ user: String(request.user_id) }}>
        {words.details}
      </MenuLink>
    </RowMenu>
  )
}

interface RevokeDialogProps {
  readonly request: Request | undefined
  readonly onClose: () => void
}

function RevokeDialog({ request, onClose }: RevokeDialogProps) {
  const email = request?.email ?? ''
  return (
    <ConfirmDialog
      open={request !== undefined}
      onClose={onClose}
      title={words.revokeTitle(email)}
      verb={words.revoke}
      onConfirm={async () => {
        if (!request) return
        const done = { topic: 'provisioning', said: words.revoked(email) } as const
        await change('revokeProvisioning', { user: request.user_id }, done)
      }}
    >
      <p>{words.revokeEffect}</p>
    </ConfirmDialog>
  )
}

const columns: readonly Column<Request>[] = [
  { head: operatorWords.person, cell: (request) => <Person request={request} /> },
  { head: operatorWords.state, kind: 'short', cell: (request) => <State request={request} /> },
  { head: words.request, cell: (request) => <Purpose request={request} /> },
  {
    head: words.decision,
    kind: 'short',
    cell: (request) => <Decision request={request} />,
  },
]
