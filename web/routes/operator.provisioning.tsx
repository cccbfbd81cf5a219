import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { change, changeNow } from '../parts/operator/change.ts'
import styles from '../parts/operator/operator.module.css'
import { usePlainList } from '../parts/operator/use-plain-list.ts'
import { List } from '../parts/page/list.tsx'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, MenuLink, RowMenu } from '../ui/action/menu.tsx'
import { Status } from '../ui/data/status.tsx'
import { Time } from '../ui/data/time.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Select } from '../ui/form/select.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { grammar, operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.provisioning
const title = shellWords.pages.provisioningRequests

const states = ['requested', 'approved', 'declined', 'revoked'] as const
type State = (typeof states)[number]

interface Search {
  readonly state?: State
  /** The person whose access is to be revoked. */
  readonly revoke?: number
}

export const Route = createFileRoute('/operator/provisioning')({
  validateSearch: ({ state, revoke }: Readonly<Record<string, unknown>>): Search => ({
    ...(states.includes(state as State) && { state: state as State }),
    ...(typeof revoke === 'number' && { revoke }),
  }),
  component: Requests,
})

type Request = Data<'listProvisioningRequests'>[number]

function Requests() {
  const { state, revoke } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = usePlainList(readPages('listProvisioningRequests', { query: { ...(state && { state }) } }))
  const open = (request: Request) => void navigate({ search: (now) => ({ ...now, revoke: request.user_id }) })
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
        columns={[
          { head: operatorWords.person, cell: (request) => <Person request={request} /> },
          {
            head: operatorWords.state,
            kind: 'short',
            cell: (request) => <Status word={words.states[request.state]} />,
          },
          { head: words.company, cell: (request) => <Purpose request={request} /> },
          {
            head: words.accounts,
            kind: 'number',
            cell: ({ monthly_accounts: count }) => (count === null ? '–' : grammar.number(count)),
          },
          {
            head: words.since,
            kind: 'short',
            cell: (request) => <Time at={request[`${request.state}_at`]} />,
          },
          {
            head: words.decision,
            kind: 'short',
            cell: (request) => <Decision request={request} onRevoke={open} />,
          },
        ]}
        actions={(request) => (
          <RowMenu name={request.email}>
            {choicesOf(request, open).map(({ label, run }) => (
              <MenuItem key={label} onSelect={run}>
                {label}
              </MenuItem>
            ))}
            <MenuLink to="/operator/people/$user" params={{ user: String(request.user_id) }}>
              {words.details}
            </MenuLink>
          </RowMenu>
        )}
      />
      <RevokeDialog
        request={revoked?.state === 'approved' ? revoked : undefined}
        onClose={() => void navigate({ search: ({ revoke: _, ...rest }) => rest })}
      />
    </>
  )
}

function Person({ request }: { readonly request: Request }) {
  return (
    <>
      <Link to="/operator/people/$user" params={{ user: String(request.user_id) }}>
        {request.email}
      </Link>
      <span className={styles.second}>{`${request.first_name} ${request.last_name}`}</span>
    </>
  )
}

function Purpose({ request: { company, purpose } }: { readonly request: Request }) {
  return (
    <>
      {company ?? '–'}
      {purpose !== null && <span className={styles.second}>{purpose}</span>}
    </>
  )
}

interface Choice {
  readonly label: string
  readonly run: () => void
}

function choicesOf(request: Request, onRevoke: (request: Request) => void): readonly Choice[] {
  const { user_id: user, email, state } = request
  const decide = (id: 'approveProvisioning' | 'declineProvisioning', said: string) => () =>
    changeNow(id, { user }, { topic: 'provisioning', said })
  const approve = { label: words.approve, run: decide('approveProvisioning', words.approved(email)) }
  if (state === 'approved') return [{ label: words.revoke, run: () => onRevoke(request) }]
  if (state !== 'requested') return [approve]
  return [approve, { label: words.decline, run: decide('declineProvisioning', words.declined(email)) }]
}

interface DecisionProps {
  readonly request: Request
  readonly onRevoke: (request: Request) => void
}

function Decision({ request, onRevoke }: DecisionProps) {
  return (
    <div className={styles.row}>
      {choicesOf(request, onRevoke).map(({ label, run }) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
    </div>
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
