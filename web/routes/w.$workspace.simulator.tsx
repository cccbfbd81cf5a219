import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { read } from '../api/queries.ts'
import { NewMessageLink } from '../parts/simulator/new-message-link.tsx'
import { NumberBar } from '../parts/simulator/number-bar.tsx'
import { People } from '../parts/simulator/people.tsx'
import type { SimulatedNumber } from '../parts/simulator/simulator.ts'
import styles from '../parts/simulator/simulator.module.css'
import { Thread } from '../parts/simulator/thread.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { simulatorWords } from '../words/words.ts'

const words = simulatorWords

const BehaviorDialog = lazy(() =>
  import('../parts/simulator/behavior-dialog.tsx').then(({ BehaviorDialog }) => ({
    default: BehaviorDialog,
  })),
)

interface Search {
  readonly number?: number | undefined
  /** The person whose phone is open. */
  readonly phone?: string | undefined
  readonly behavior?: true | undefined
}

export const Route = createFileRoute('/w/$workspace/simulator')({
  validateSearch: ({ number, phone, behavior }: Record<string, unknown>): Search => ({
    ...(typeof number === 'number' && { number }),
    // A short code in an address that somebody typed is read as a number.
    ...((typeof phone === 'string' || typeof phone === 'number') && { phone: String(phone) }),
    ...(behavior === true && { behavior }),
  }),
  component: Simulator,
})

function Simulator() {
  const { workspace } = Route.useParams()
  const { number: id } = Route.useSearch()
  const query = useQuery(read('getSimulator', { workspace }))
  const numbers = query.data?.numbers
  const chosen = numbers?.find((number) => number.id === id) ?? numbers?.[0]
  return (
    <>
      <PageHead title={words.title}>{words.note}</PageHead>
      {query.error && !numbers ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : numbers === undefined ? (
        <Skeleton lines={12} />
      ) : chosen === undefined ? (
        <EmptyState sentence={words.none} />
      ) : (
        <Phones numbers={numbers} chosen={chosen} />
      )}
    </>
  )
}

interface PhonesProps {
  readonly numbers: readonly SimulatedNumber[]
  readonly chosen: SimulatedNumber
}

function Phones({ numbers, chosen }: PhonesProps) {
  const { workspace } = Route.useParams()
  const { phone, behavior = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: Partial<Search>) => void navigate({ search: (now) => ({ ...now, ...next }) })
  return (
    <>
      <NumberBar
        numbers={numbers}
        chosen={chosen}
        onChoose={(number) => change({ number, phone: undefined })}
        onBehavior={() => change({ behavior: true })}
      />
      <div className={`${styles.panes} ${phone === undefined ? '' : styles.open}`}>
        <People
          key={chosen.id}
          workspace={workspace}
          number={chosen}
          phone={phone}
          onChoose={(added) => change({ phone: added })}
        />
        {phone === undefined ? (
          <div className={styles.none}>
            <p>{words.nobody.sentence}</p>
            <NewMessageLink workspace={workspace} />
          </div>
        ) : (
          <Thread workspace={workspace} number={chosen} phone={phone} />
        )}
      </div>
      <Suspense>
        <BehaviorDialog
          workspace={workspace}
          number={chosen}
          open={behavior}
          onClose={() => change({ behavior: undefined })}
        />
      </Suspense>
    </>
  )
}
