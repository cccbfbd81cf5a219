import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { read } from '../api/queries.ts'
import { PhoneFacts } from '../parts/number/phone-facts.tsx'
import { Timeline } from '../parts/number/timeline.tsx'
import { useBegins } from '../parts/number/use-begins.ts'
import { oneOf } from '../parts/operator/search-params.ts'
import { NumberFacts } from '../parts/operator-number/number-facts.tsx'
import type { NumberDetails } from '../parts/operator-number/number.ts'
import { PaceForm } from '../parts/operator-number/pace-form.tsx'
import { NumberSettings } from '../parts/operator-number/settings.tsx'
import { Button } from '../ui/action/button.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { numberWords, operatorNumberWords as words, shellWords } from '../words/words.ts'

/** Battery, last contact, and waiting texts change without an event. */
const everyMs = 15_000
/** While a dialog waits for a phone. */
const waitingMs = 5000

const NumberDialogs = lazy(async () => ({
  default: (await import('../parts/operator-number/number-dialogs.tsx')).NumberDialogs,
}))

const dialogs = ['assign', 'connect', 'disconnect', 'remove'] as const
type DialogName = (typeof dialogs)[number]

interface Search {
  readonly dialog?: DialogName | undefined
}

export const Route = createFileRoute('/operator/numbers/$number')({
  validateSearch: ({ dialog }: Readonly<Record<string, unknown>>): Search => ({
    dialog: oneOf(dialogs, dialog),
  }),
  component: OneNumber,
})

function OneNumber() {
  const { number: id } = Route.useParams()
  const { dialog } = Route.useSearch()
  const [removing, setRemoving] = useState(false)
  const number = useQuery({
    ...read('getOperatorNumber', { id }),
    refetchInterval: dialog === 'connect' ? waitingMs : everyMs,
    enabled: !removing,
  })
  return (
    <>
      <Breadcrumbs above={[{ label: shellWords.pages.numbers, to: '/operator/numbers' }]} />
      {number.data ? (
        <Details number={number.data} onOpen={() => void number.refetch()} onRemoving={setRemoving} />
      ) : (
        <>
          <PageHead title={words.number} />
          {number.error ? (
            <ErrorPanel error={number.error} onRetry={() => void number.refetch()} />
          ) : (
            <Skeleton lines={12} />
          )}
        </>
      )}
    </>
  )
}

interface DetailsProps {
  readonly number: NumberDetails
  /** Runs when a dialog opens, which says what would fail now. */
  readonly onOpen: () => void
  readonly onRemoving: (removing: boolean) => void
}

function Details({ number, onOpen, onRemoving }: DetailsProps) {
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const open = (name: DialogName) => () => {
    onOpen()
    void navigate({ search: { dialog: name } })
  }
  const [clicked, begin] = useBegins(dialog === 'connect')
  const connect = () => {
    begin()
    open('connect')()
  }
  const isAndroid = number.carrier === 'android'
  const actions = (
    <>
      {isAndroid && (
        <>
          <Button icon="phone" onClick={connect}>
            {numberWords.connect.action}
          </Button>
          <Button
            icon="close"
            disabledReason={number.phone ? undefined : numberWords.reasons.none}
            onClick={open('disconnect')}
          >
            {numberWords.disconnect.action}
          </Button>
        </>
      )}
      <Button onClick={open('assign')}>{words.assign}</Button>
      <Button icon="trash" onClick={open('remove')}>
        {words.remove}
      </Button>
    </>
  )
  return (
    <>
      <PageHead title={number.display} action={actions}>
        {number.label === '' ? undefined : number.label}
      </PageHead>
      <NumberFacts number={number} />
      {isAndroid && (
        <section className="section">
          <h2>{numberWords.phone.title}</h2>
          <PhoneFacts phone={number.phone} />
        </section>
      )}
      <section className="section">
        <h2>{numberWords.timeline.title}</h2>
        <Timeline stretches={number.timeline} />
      </section>
      <NumberSettings key={settingsKey(number)} number={number} />
      <PaceForm key={paceKey(number)} number={number} />
      <Suspense>
        <NumberDialogs
          number={number}
          open={dialog}
          clicked={clicked}
          onClose={() => void navigate({ search: {} })}
          onRemoving={onRemoving}
          onRemoved={() => navigate({ to: '/operator/numbers', search: {} })}
        />
      </Suspense>
    </>
  )
}

/** Forms start again with values that somebody else saved. */
const settingsKey = ({ label, sim }: NumberDetails): string => JSON.stringify([label, sim])

const paceKey = (number: NumberDetails): string =>
  JSON.stringify([
    number.per_minute,
    number.per_half_hour,
    number.per_hour,
    number.per_day,
    number.outstanding_max,
    number.warms_up,
    number.cools_down,
  ])
