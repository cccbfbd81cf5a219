import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { read } from '../api/queries.ts'
import { OperatorNumbersLink } from '../parts/number/operator-numbers-link.tsx'
import { NewMessageLink } from '../parts/simulator/new-message-link.tsx'
import { NumberBar } from '../parts/simulator/number-bar.tsx'
import { People } from '../parts/simulator/people.tsx'
import { useSession } from '../parts/session/session.ts'
import { unusedPhone, type SimulatedNumber } from '../parts/simulator/simulator.ts'
import styles from '../parts/simulator/simulator.module.css'
import { Thread } from '../parts/simulator/thread.tsx'
import { usePeople } from '../parts/simulator/use-people.ts'
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
        <EmptyState sentence={words.none} action={<OperatorNumbersLink />} />
      ) : (
        <Phones key={chosen.id} numbers={numbers} chosen={chosen} />
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
  const people = usePeople(workspace, chosen.id)
  const [opened] = useState(phone)
  const change = (next: Partial<Search>) => void navigate({ search: (now) => ({ ...now, ...next }) })
  const own = numbers.map(({ number }) => number)
  const isEmpty = people.rows?.length === 0
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
          workspace={workspace}
          number={chosen}
          people={people}
          own={own}
          phone={phone}
          onChoose={(added) => change({ phone: added })}
        />
        {phone !== undefined ? (
          <Thread workspace={workspace} number={chosen} phone={phone} takesFocus={phone !== opened} />
        ) : isEmpty ? (
          <Nobody workspace={workspace} number={chosen} own={own} />
        ) : (
          <p className={`${styles.none} ${styles.wide}`}>{people.rows && words.choose}</p>
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

interface NobodyProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  /** Phone numbers of the simulator. */
  readonly own: readonly string[]
}

function Nobody({ workspace, number, own }: NobodyProps) {
  const { sms_base_url: base } = useSession().installation
  const to = unusedPhone(own) ?? ''
  const body = { to, body: words.example, ...(number.dedicated && { from: number.id }) }
  return (
    <div className={styles.empty}>
      <EmptyState
        sentence={words.nobody}
        action={<NewMessageLink workspace={workspace} />}
        curl={{ method: 'POST', url: `${base}/api/v1/messages`, body }}
      />
    </div>
  )
}
