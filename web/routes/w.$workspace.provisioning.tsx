import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AccessForm, accessQuery, type Access } from '../parts/provisioning/access-form.tsx'
import { useSession, useWorkspace } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { LinkButton } from '../ui/action/link-button.tsx'
import { CodeBlock } from '../ui/data/code-block.tsx'
import { curlCommand } from '../ui/data/curl-command.ts'
import { Facts } from '../ui/data/facts.tsx'
import { Status } from '../ui/data/status.tsx'
import { Time } from '../ui/data/time.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { provisioningWords, uiWords } from '../words/words.ts'

const words = provisioningWords

/** Events of approvals go to operators only. */
const refetchMs = 10_000

interface Search {
  /** The form of an open request is shown. */
  readonly change?: true
}

export const Route = createFileRoute('/w/$workspace/provisioning')({
  validateSearch: ({ change }: Record<string, unknown>): Search => (change === true ? { change } : {}),
  component: Provisioning,
})

function Provisioning() {
  const { data, error, refetch } = useQuery({ ...accessQuery, refetchInterval: refetchMs })
  return (
    <>
      <PageHead title={words.title}>{words.note}</PageHead>
      {data ? (
        <InState access={data} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}

function InState({ access }: { readonly access: Access }) {
  const { change } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { state } = access
  const isEditable = state === 'requested' ? change === true : state !== 'approved'
  const close = () => void navigate({ search: {}, replace: true })
  return (
    <div className="stack">
      {state !== 'none' && <Facts of={factsOf(access, isEditable)} />}
      {state === 'approved' && <Approved />}
      {state === 'requested' && !isEditable && (
        <Button onClick={() => void navigate({ search: { change: true } })}>{words.change}</Button>
      )}
      {isEditable && <AccessForm access={access} onAsked={close} />}
    </div>
  )
}

/** What a form shows is not repeated. */
const factsOf = (access: Access, isEditable: boolean) => {
  const { word, sentence } = words.states[access.state]
  return [
    [
      words.state,
      <>
        <Status word={word} />
        <p>{sentence}</p>
      </>,
    ],
    ...(isEditable ? [] : requestOf(access)),
    timeOf(words.requestedAt, access.requested_at),
    timeOf(words.approvedAt, access.approved_at),
    timeOf(words.declinedAt, access.declined_at),
    timeOf(words.revokedAt, access.revoked_at),
  ] as const
}

const requestOf = ({ company, purpose, monthly_accounts: accounts }: Access) =>
  [
    [words.company, company],
    [words.purpose, purpose],
    [words.monthlyAccounts, accounts === null ? undefined : words.accounts(accounts)],
  ] as const

const timeOf = (term: string, at: string | null) =>
  at === null ? undefined : ([term, <Time key={term} at={at} />] as const)

/** The key, then the call that it is for. */
function Approved() {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const body = { email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee' }
  const url = `${installation.gateway_url}/v1/users`
  return (
    <>
      <LinkButton
        to="/w/$workspace/keys/new"
        params={{ workspace: String(workspace.id) }}
        kind="filled"
        icon="plus"
      >
        {words.createKey}
      </LinkButton>
      <section className="section">
        <h2>{words.firstCall}</h2>
        <CodeBlock code={curlCommand({ method: 'POST', url, body })} what={uiWords.command} />
      </section>
    </>
  )
}
