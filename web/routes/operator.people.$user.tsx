import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import { changeNow } from '../parts/operator/change.ts'
import { Facts } from '../ui/data/facts.tsx'
import { PersonActions } from '../parts/operator/person-actions.tsx'
import { personDialogs, type PersonDialog } from '../parts/operator/person-dialogs.ts'
import { personFacts, type PersonDetails } from '../parts/operator/person-facts.tsx'
import { PersonPlan } from '../parts/operator/person-plan.tsx'
import { oneOf } from '../parts/operator/search-params.ts'
import { Button } from '../ui/action/button.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.people

interface Search {
  readonly dialog?: PersonDialog | undefined
}

export const Route = createFileRoute('/operator/people/$user')({
  validateSearch: ({ dialog }: Readonly<Record<string, unknown>>): Search => ({
    dialog: oneOf(personDialogs, dialog),
  }),
  component: OnePerson,
})

function OnePerson() {
  const { user: id } = Route.useParams()
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const person = useQuery(read('getPerson', { id }))
  return (
    <>
      <Breadcrumbs above={[{ label: shellWords.pages.people, to: '/operator/people' }]} />
      {person.data ? (
        <>
          <PersonActions
            person={person.data}
            dialog={dialog}
            onDialog={(name) => void navigate({ search: name ? { dialog: name } : {} })}
          />
          <Facts of={personFacts(person.data)} />
          <PersonPlan key={JSON.stringify(person.data.own) + person.data.plan} person={person.data} />
          <Workspaces person={person.data} />
          <Sessions person={person.data} />
        </>
      ) : (
        <>
          <PageHead title={words.one} />
          {person.error ? (
            <ErrorPanel error={person.error} onRetry={() => void person.refetch()} />
          ) : (
            <Skeleton lines={12} />
          )}
        </>
      )}
    </>
  )
}

function Workspaces({ person: { workspaces } }: { readonly person: PersonDetails }) {
  return (
    <section className="section">
      <h2>{words.workspaces}</h2>
      <Table name={words.workspaces} rows={workspaces} rowKey={({ id }) => id} columns={columns} />
    </section>
  )
}

function Sessions({ person: { id, email, sessions } }: { readonly person: PersonDetails }) {
  return (
    <section className="section stack">
      <h2>{words.sessions}</h2>
      <p>{words.sessionCount(sessions)}</p>
      <Button
        icon="logOut"
        disabledReason={sessions === 0 ? words.noSessions : undefined}
        onClick={() =>
          changeNow('endPersonSessions', { id }, { topic: 'people', said: words.sessionsEnded(email) })
        }
      >
        {words.endSessions}
      </Button>
    </section>
  )
}

const columns: readonly Column<PersonDetails['workspaces'][number]>[] = [
  {
    head: operatorWords.workspace.name,
    cell: (workspace) => <WorkspaceLink {...workspace} />,
  },
  {
    head: operatorWords.workspace.type,
    kind: 'short',
    cell: ({ type }) => operatorWords.workspace.types[type],
  },
  { head: words.role, kind: 'short', cell: ({ role }) => operatorWords.workspace.roles[role] },
]

function WorkspaceLink({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <Link to="/operator/workspaces/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  )
}
