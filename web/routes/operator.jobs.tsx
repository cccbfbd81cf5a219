import { createFileRoute } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { changeNow } from '../parts/operator/change.ts'
import { usePlainList } from '../parts/operator/use-plain-list.ts'
import { oneOf } from '../parts/operator/search-params.ts'
import { List } from '../parts/page/list.tsx'
import { Button } from '../ui/action/button.tsx'
import { Status } from '../ui/data/status.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { Select } from '../ui/form/select.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { operatorWords, shellWords, uiWords } from '../words/words.ts'

const words = operatorWords.job
const title = shellWords.pages.jobs
const everyMs = 15_000

const states = ['failed', 'waiting', 'running'] as const
type State = (typeof states)[number]

interface Search {
  readonly state?: State | undefined
}

export const Route = createFileRoute('/operator/jobs')({
  validateSearch: ({ state }: Readonly<Record<string, unknown>>): Search => ({
    state: oneOf(states, state),
  }),
  component: Jobs,
})

type Job = Data<'listJobs'>[number]

function Jobs() {
  const { state } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = usePlainList({
    ...readPages('listJobs', { query: { ...(state && { state }) } }),
    refetchInterval: everyMs,
  })
  return (
    <>
      <PageHead title={title}>{words.sentence}</PageHead>
      <List
        name={title}
        list={list}
        rowKey={({ id }) => id}
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
        actions={retryOf}
      />
    </>
  )
}

const columns: readonly Column<Job>[] = [
  { head: words.name, cell: ({ name }) => <code>{name}</code> },
  {
    head: operatorWords.state,
    kind: 'short',
    cell: (job) => <Status word={words.states[job.state]} />,
  },
  {
    head: words.attempts,
    kind: 'number',
    cell: (job) => uiWords.of(String(job.attempts), String(job.attempts_max)),
  },
  {
    head: words.next,
    kind: 'short',
    cell: (job) => <Time at={job.state === 'waiting' ? job.run_at : null} />,
  },
  { head: words.error, cell: ({ error }) => error ?? '' },
]

const retryOf = ({ id, name, state: now }: Job) => (
  <Button
    icon="refresh"
    disabledReason={now === 'running' ? words.running : undefined}
    onClick={() => changeNow('retryJob', { id }, { topic: 'jobs', said: words.retried(name) })}
  >
    {words.retry}
  </Button>
)
