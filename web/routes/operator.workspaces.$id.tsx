import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { read } from '../api/queries.ts'
import { change } from '../parts/operator/change.ts'
import { Facts } from '../ui/data/facts.tsx'
import { parseQuota, quotaText } from '../parts/operator/quota.ts'
import { fieldError } from '../parts/operator/whole-number.ts'
import { Copyable } from '../ui/data/copyable.tsx'
import { Meter } from '../ui/data/meter.tsx'
import { Status } from '../ui/data/status.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { Form, FormActions, SubmitButton } from '../ui/form/form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { grammar, operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.workspace

export const Route = createFileRoute('/operator/workspaces/$id')({ component: OneWorkspace })

type Workspace = Data<'getWorkspace'>

function OneWorkspace() {
  const { id } = Route.useParams()
  const workspace = useQuery(read('getWorkspace', { id }))
  return (
    <>
      <Breadcrumbs above={[{ label: shellWords.pages.workspaces, to: '/operator/workspaces' }]} />
      <PageHead title={workspace.data?.name ?? words.one} />
      {workspace.data ? (
        <>
          <Facts of={factsOf(workspace.data)} />
          <Storage key={workspace.data.quota_bytes} workspace={workspace.data} />
          <Members workspace={workspace.data} />
        </>
      ) : workspace.error ? (
        <ErrorPanel error={workspace.error} onRetry={() => void workspace.refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  )
}

const factsOf = (workspace: Workspace) =>
  [
    [words.id, <Copyable key="id" text={String(workspace.id)} what={words.id} />],
    [words.type, words.types[workspace.type]],
    [words.owner, <PersonLink key="owner" {...workspace.owner} />],
    [words.keys, operatorWords.people.activeKeys(workspace.keys)],
    [words.items, words.itemCount(workspace.files, workspace.folders)],
    [
      words.numbers,
      <Link key="numbers" to="/operator/numbers" search={{ workspace: workspace.id }}>
        {words.itsNumbers}
      </Link>,
    ],
    [words.created_at, <Time key="created" at={workspace.created_at} />],
    ...(workspace.delete_at
      ? [[operatorWords.goneOn, <Time key="gone" at={workspace.delete_at} />] as const]
      : []),
  ] as const

function PersonLink({ id, email }: { readonly id: number; readonly email: string }) {
  return (
    <Link to="/operator/people/$user" params={{ user: String(id) }}>
      {email}
    </Link>
  )
}

function Storage({
  workspace: { id, used_bytes: used, quota_bytes: quota },
}: {
  readonly workspace: Workspace
}) {
  const save = async ({ quota: typed }: { readonly quota: string }) => {
    const bytes = parseQuota(typed)
    if (bytes === undefined) throw fieldError('quota', words.quotaInvalid)
    const body = { quota_bytes: bytes }
    await change('updateWorkspace', { id, body }, { topic: 'workspaces', said: words.quotaSaved })
  }
  return (
    <section className="section stack">
      <h2>{words.storage}</h2>
      <Meter label={words.stored} value={used} max={quota ?? undefined} format={grammar.bytes} />
      <Form<{ readonly quota: string }> onSubmit={save} label={words.storage}>
        <TextInput
          label={words.quota}
          name="quota"
          defaultValue={quotaText(quota)}
          placeholder={words.unlimited}
          help={words.quotaHelp}
        />
        <FormActions>
          <SubmitButton>{operatorWords.save}</SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}

function Members({ workspace: { people, members } }: { readonly workspace: Workspace }) {
  return (
    <section className="section">
      <h2>{words.members}</h2>
      <Table name={words.members} rows={people} rowKey={({ id }) => id} columns={columns} />
      {members > people.length && <p className="pencil">{words.firstMembers(people.length)}</p>}
    </section>
  )
}

const columns: readonly Column<Workspace['people'][number]>[] = [
  {
    head: operatorWords.people.email,
    cell: (person) => <PersonLink {...person} />,
  },
  {
    head: operatorWords.people.name,
    cell: (person) => `${person.first_name} ${person.last_name}`,
  },
  { head: operatorWords.people.role, kind: 'short', cell: ({ role }) => words.roles[role] },
  {
    head: operatorWords.state,
    kind: 'short',
    cell: ({ disabled }) => (
      <Status word={disabled ? operatorWords.people.states.disabled : operatorWords.people.states.active} />
    ),
  },
]
