import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { SkeletonLine } from '../../ui/page/skeleton.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { homeWords, uiWords, usageWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import styles from './home.module.css'

const words = homeWords.overview

/** The state of the workspace in four facts. */
export function Overview() {
  const { id: workspace } = useWorkspace()
  const usage = useQuery(read('getUsage', { workspace }))
  const overview = useQuery(read('getOverview', { workspace }))
  const failed = [usage, overview].find(({ isError, data }) => isError && !data)
  const { storage, texts } = usage.data ?? {}
  const { numbers, failures } = overview.data ?? {}
  return (
    <section className="section" aria-labelledby="overview">
      <h2 id="overview">{words.title}</h2>
      {failed ? (
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <dl className={styles.facts}>
          <Fact
            name={usageWords.storage}
            value={storage && shareOf(storage.used, storage.limit, usageWords.bytes)}
          />
          <Fact
            name={usageWords.textsToday}
            value={texts && shareOf(texts.today, texts.allowance, usageWords.number)}
          />
          <Fact
            name={words.numbers}
            value={numbers && <Numbers of={numbers} workspace={String(workspace)} />}
          />
          <Fact name={words.failures} value={failures && <Failures of={failures} />} />
        </dl>
      )}
    </section>
  )
}

type Numbers = Data<'getOverview'>['numbers']

const Numbers = ({ of: numbers, workspace }: { readonly of: Numbers; readonly workspace: string }) => (
  <>
    {words.online(numbers.online, numbers.total)}
    {numbers.silent > 0 && (
      <Link to="/w/$workspace/numbers" params={{ workspace }} className={styles.silent}>
        {words.silent(numbers.silent)}
      </Link>
    )}
  </>
)

const shareOf = (used: number, limit: number | null, format: (value: number) => string): string =>
  limit === null ? format(used) : uiWords.of(format(used), format(limit))

interface Failures {
  readonly texts: number
  readonly deliveries: number
}

/** Failed texts lead to the search for them. */
function Failures({ of: { texts, deliveries } }: { readonly of: Failures }) {
  const { id: workspace } = useWorkspace()
  if (texts + deliveries === 0) return words.noFailures
  if (texts === 0) return `${words.noTexts}, ${words.failedDeliveries(deliveries)}`
  return (
    <>
      <Link
        to="/w/$workspace/messages/search"
        params={{ workspace: String(workspace) }}
        search={{ status: 'failed' }}
      >
        {words.failedTexts(texts)}
      </Link>
      , {words.failedDeliveries(deliveries)}
    </>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <SkeletonLine />}</dd>
    </div>
  )
}
