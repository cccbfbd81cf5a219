import { useState } from 'react'
import type { Data } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { Tabs } from '../../ui/action/tabs.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Disclosure } from '../../ui/data/disclosure.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Countdown, Time } from '../../ui/data/time.tsx'
import { DialogActions } from '../../ui/dialog/dialog.tsx'
import { deliveryWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import { againReason, sendAgain } from './send-again.ts'
import { verifyCode } from './verify-code.ts'
import type { Webhook } from './webhooks.ts'

type Details = Data<'getDelivery'>

export const deliveryTabs = ['request', 'response'] as const
export type DeliveryTab = (typeof deliveryTabs)[number]

interface DeliveryDetailsProps {
  readonly webhook: Webhook
  readonly delivery: Details
  readonly tab: DeliveryTab
  readonly onTab: (tab: DeliveryTab) => void
}

/** The content of the dialog of one delivery. */
export function DeliveryDetails({ webhook, delivery, tab, onTab }: DeliveryDetailsProps) {
  const workspace = useWorkspace()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await sendAgain(workspace.id, webhook.id, delivery.id)
    setBusy(false)
  }
  return (
    <div className="stack">
      <DeliveryFacts delivery={delivery} />
      <Tabs
        label={deliveryWords.tabs.label}
        tabs={deliveryTabs.map((value) => ({ value, label: deliveryWords.tabs[value] }))}
        value={tab}
        onChange={onTab}
      >
        {tab === 'request' ? <Request delivery={delivery} /> : <Response delivery={delivery} />}
      </Tabs>
      <p className="pencil">{deliveryWords.again.help(delivery.id)}</p>
      <DialogActions>
        <Button
          kind="filled"
          icon="send"
          busy={busy}
          disabledReason={againReason(workspace, webhook, delivery)}
          onClick={() => void again()}
        >
          {deliveryWords.again.action}
        </Button>
      </DialogActions>
    </div>
  )
}

function DeliveryFacts({ delivery }: { readonly delivery: Details }) {
  const { event, test, status, attempts, last_error, created_at, delivered_at, next_attempt_at } = delivery
  return (
    <Facts
      of={[
        [deliveryWords.event, test ? `${event} · ${deliveryWords.test}` : event],
        [deliveryWords.status, <Status key="status" word={deliveryWords.statuses[status]} />],
        [deliveryWords.attempts, deliveryWords.count(attempts)],
        next_attempt_at === null
          ? undefined
          : [deliveryWords.nextAttempt, <Countdown key="next" to={next_attempt_at} />],
        last_error === null ? undefined : [deliveryWords.lastError, last_error],
        delivered_at === null
          ? undefined
          : [deliveryWords.delivered, <Time key="delivered" at={delivered_at} />],
        [deliveryWords.happened, <Time key="happened" at={created_at} />],
      ]}
    />
  )
}

function Request({ delivery: { attempts, request } }: { readonly delivery: Details }) {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="stack">
      <p className="pencil">
        {request.sent_at === null ? (
          attempts === 0 ? (
            deliveryWords.notSent
          ) : (
            deliveryWords.notKnown
          )
        ) : (
          <>
            {deliveryWords.sent} <Time at={request.sent_at} />
          </>
        )}
      </p>
      <h3>{deliveryWords.headers}</h3>
      <CodeBlock code={headers.join('\n')} what={deliveryWords.headers} />
      <h3>{deliveryWords.body}</h3>
      <CodeBlock code={request.body} what={deliveryWords.body} />
      <div>
        <Disclosure title={deliveryWords.verify('Node')}>
          <CodeBlock code={verifyCode.node} what={deliveryWords.verifyCode} />
        </Disclosure>
        <Disclosure title={deliveryWords.verify('Python')}>
          <CodeBlock code={verifyCode.python} what={deliveryWords.verifyCode} />
        </Disclosure>
      </div>
    </div>
  )
}

function Response({ delivery: { response, last_error: error } }: { readonly delivery: Details }) {
  if (response.status === null) return <p>{error ?? deliveryWords.noResponse}</p>
  return (
    <div className="stack">
      <Facts of={[[deliveryWords.httpStatus, response.status]]} />
      {response.excerpt ? (
        <>
          <h3>{deliveryWords.excerpt}</h3>
          <CodeBlock code={response.excerpt} what={deliveryWords.body} />
        </>
      ) : (
        <p className="pencil">{deliveryWords.noBody}</p>
      )}
    </div>
  )
}
