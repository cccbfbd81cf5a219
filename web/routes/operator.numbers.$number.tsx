import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../api/queries.ts'
import { oneOf } from '../parts/operator/search-params.ts'
import { AssignNumber } from '../parts/operator-number/assign-dialog.tsx'
import { NumberFacts } from '../parts/operator-number/number-facts.tsx'
import type { NumberDetails } from '../parts/operator-number/number.ts'
import { PaceForm } from '../parts/operator-number/pace-form.tsx'
import { RemoveNumber } from '../parts/operator-number/remove-dialog.tsx'
import { NumberSettings } from '../parts/operator-number/settings.tsx'
import { Button } from '../ui/action/button.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { operatorNumberWords as words, shellWords } from '../words/words.ts'

/** Battery, last contact, and waiting texts change without an event. */
const everyMs = 15_000

const dialogs = ['assign', 'remove'] as const
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
  const [removing, setRemoving] = useState(false)
  const number = useQuery({
    ...read('getOperatorNumber', { id }),
    refetchInterval: everyMs,
    enabled: !removing,
  })
  return (
    <>
      <Breadcrumbs above={[{ label: shellWords.pages.numbers, to: '/operator/numbers' }]} />
      {number.data ? (
        <Details number={number.data} onOpen={() => void number.refetch()} onRemoving={setRemoving} />
      ) : (
        <>
          <PageHead title={words.one} />
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
  const close = () => void navigate({ search: {} })
  const actions = (
    <>
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
      <NumberSettings key={settingsKey(number)} number={number} />
      <PaceForm key={paceKey(number)} number={number} />
      <AssignNumber number={number} open={dialog === 'assign'} onClose={close} />
      <RemoveNumber
        number={number}
        open={dialog === 'remove'}
        onClose={close}
        onRemoving={onRemoving}
        onRemoved={() => navigate({ to: '/operator/numbers', search: {} })}
      />
    </>
  )
}

/** Forms start again with values that somebody else saved. */
const settingsKey = ({ label, phone }: NumberDetails): string => JSON.stringify([label, phone?.sim])

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
