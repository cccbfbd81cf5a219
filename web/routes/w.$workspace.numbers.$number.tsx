import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { call } from '../api/call.ts'
import { invalidate, read } from '../api/queries.ts'
import { NumberFacts } from '../parts/number/number-facts.tsx'
import { type NumberDetails, refetchMs, whyNotConnectable } from '../parts/number/numbers.ts'
import { Pace } from '../parts/number/pace.tsx'
import { PhoneFacts } from '../parts/number/phone-facts.tsx'
import { Timeline } from '../parts/number/timeline.tsx'
import { useBegins } from '../parts/number/use-begins.ts'
import { useWorkspace } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { numberWords as words } from '../words/words.ts'

const ConnectPhone = lazy(() =>
  import('../parts/number/connect-phone.tsx').then(({ ConnectPhone }) => ({ default: ConnectPhone })),
)
const DisconnectPhone = lazy(() =>
  import('../parts/number/disconnect-phone.tsx').then(({ DisconnectPhone }) => ({
    default: DisconnectPhone,
  })),
)

type DialogName = 'connect' | 'disconnect'

interface Search {
  readonly dialog?: DialogName | undefined
}

export const Route = createFileRoute('/w/$workspace/numbers/$number')({
  validateSearch: ({ dialog }: Record<string, unknown>): Search =>
    dialog === 'connect' || dialog === 'disconnect' ? { dialog } : {},
  component: OneNumber,
})

/** While a dialog waits for a phone, also without the stream of events. */
const waitingMs = 5000

function OneNumber() {
  const { workspace, number: id } = Route.useParams()
  const { dialog } = Route.useSearch()
  const number = useQuery({
    ...read('getNumber', { workspace, id }),
    refetchInterval: dialog === 'connect' ? waitingMs : refetchMs,
    meta: { numbers: Number(id) },
  })
  return (
    <>
      <Breadcrumbs above={[{ label: words.title, to: `/w/${workspace}/numbers` }]} />
      {number.data ? (
        <Details number={number.data} />
      ) : (
        <>
          <PageHead title={words.number} />
          {number.error ? (
            <ErrorPanel error={number.error} onRetry={() => void number.refetch()} />
          ) : (
            <Skeleton lines={14} />
          )}
        </>
      )}
    </>
  )
}

function Details({ number }: { readonly number: NumberDetails }) {
  return (
    <>
      <Actions number={number} />
      <NumberFacts number={number} />
      {number.dedicated && (
        <>
          <section className="section">
            <h2>{words.pace.title}</h2>
            <Pace budgets={number.budgets} />
          </section>
          {number.carrier === 'android' && (
            <section className="section">
              <h2>{words.phone.title}</h2>
              <PhoneFacts phone={number.phone} />
            </section>
          )}
        </>
      )}
      <section className="section">
        <h2>{words.timeline.title}</h2>
        <Timeline stretches={number.timeline} />
      </section>
    </>
  )
}

function Actions({ number }: { readonly number: NumberDetails }) {
  const workspace = useWorkspace()
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  // An address that opens the dialog makes no code by itself.
  const [clicked, begin] = useBegins(dialog === 'connect')
  const locked = whyNotConnectable(number, workspace)
  const show = (name: DialogName | undefined) => void navigate({ search: name ? { dialog: name } : {} })
  const shows = (name: DialogName) => locked === undefined && dialog === name
  const at = { workspace: workspace.id, id: number.id }
  const enrol = async () => {
    const { data } = await call('enrolPhone', at)
    await invalidate(workspace.id, 'numbers')
    return data
  }
  return (
    <>
      <PageHead
        title={number.display}
        action={
          <>
            <Button
              kind="filled"
              icon="phone"
              disabledReason={locked}
              onClick={() => {
                begin()
                show('connect')
              }}
            >
              {words.connect.action}
            </Button>
            <Button
              icon="close"
              disabledReason={locked ?? (number.phone ? undefined : words.reasons.none)}
              onClick={() => show('disconnect')}
            >
              {words.disconnect.action}
            </Button>
          </>
        }
      >
        {number.label || undefined}
      </PageHead>
      <Suspense>
        <ConnectPhone
          open={shows('connect')}
          onClose={() => show(undefined)}
          phone={number.phone}
          begins={clicked}
          enrol={enrol}
        />
        <DisconnectPhone
          phone={shows('disconnect') ? (number.phone ?? undefined) : undefined}
          onClose={() => show(undefined)}
          onConfirm={async () => {
            await call('disconnectPhone', at)
            await invalidate(workspace.id, 'numbers')
          }}
        />
      </Suspense>
    </>
  )
}
