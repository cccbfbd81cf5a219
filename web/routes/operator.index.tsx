import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { read } from '../api/queries.ts'
import { Facts } from '../ui/data/facts.tsx'
import { Status } from '../ui/data/status.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.health
const title = shellWords.pages.health
const everyMs = 15_000

export const Route = createFileRoute('/operator/')({ component: Health })

type Found = Data<'getInstallationHealth'>

function Health() {
  const health = useQuery({ ...read('getInstallationHealth', {}), refetchInterval: everyMs })
  const found = health.data
  return (
    <>
      <PageHead title={title}>{found && words.version(found.version)}</PageHead>
      {health.error && !found ? (
        <ErrorPanel error={health.error} onRetry={() => void health.refetch()} />
      ) : (
        <>
          {found ? <Facts of={factsOf(found)} /> : <Skeleton lines={4} />}
          <section className="section">
            <Table
              name={title}
              rows={found && worstFirst(found.checks)}
              rowKey={({ name }) => name}
              columns={columns}
            />
          </section>
        </>
      )}
    </>
  )
}

const factsOf = ({ queues, mail, numbers, unrouted, storage }: Found) =>
  [
    ...queues.map(
      ({ name, jobs, age_seconds: age }) =>
        [name === 'people' ? words.peopleQueue : words.machinesQueue, words.queue(jobs, age)] as const,
    ),
    [words.mail, `${words.mailModes[mail.mode]}. ${words.mails(mail.waiting, mail.failed)}.`],
    [
      words.numbers,
      <Link key="numbers" to="/operator/numbers" search={numbers.offline === 0 ? {} : { state: 'offline' }}>
        {words.numberStates(numbers.online, numbers.offline, numbers.paused)}
      </Link>,
    ],
    [
      words.unrouted,
      <Link key="unrouted" to="/operator/unrouted">
        {words.unroutedTexts(unrouted)}
      </Link>,
    ],
    [words.storage, storage ? words.disk(storage.free_bytes, storage.size_bytes) : words.bucket],
  ] as const

const order = ['failed', 'warning', 'ok']

const worstFirst = (checks: Found['checks']): Found['checks'] =>
  checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const columns: readonly Column<Found['checks'][number]>[] = [
  { head: words.check, kind: 'short', cell: ({ name }) => capitalized(name) },
  {
    head: operatorWords.state,
    kind: 'short',
    cell: ({ state }) => <Status word={words.states[state]} />,
  },
  { head: words.found, cell: ({ found }) => capitalized(found) },
]
