import { createFileRoute } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { BodyField } from '../parts/compose/body-field.tsx'
import styles from '../parts/compose/composer.module.css'
import { RecipientField } from '../parts/compose/recipient-field.tsx'
import { recipientsIn } from '../parts/compose/recipients.ts'
import { SendFailure } from '../parts/compose/send-failure.tsx'
import { SendOptions } from '../parts/compose/send-options.tsx'
import { SendOutcome } from '../parts/compose/send-outcome.tsx'
import { ThreadHead } from '../parts/conversation/thread-head.tsx'
import { useNewMessage } from '../parts/compose/use-new-message.ts'
import { useOptOuts } from '../parts/compose/use-opt-outs.ts'
import { useSession, useWorkspace } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { Curl } from '../ui/data/curl.tsx'
import { messageWords } from '../words/words.ts'

const words = messageWords.composer

interface Search {
  /** Recipients, as they may be pasted. */
  readonly to?: string | undefined
}

export const Route = createFileRoute('/w/$workspace/messages/new')({
  validateSearch: ({ to }: Readonly<Record<string, unknown>>): Search => ({
    to: typeof to === 'string' || typeof to === 'number' ? String(to).slice(0, 4000) : undefined,
  }),
  component: NewMessage,
})

function NewMessage() {
  const { id: workspace } = useWorkspace()
  const { sms_base_url: base } = useSession().installation
  const { to: first = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const message = useNewMessage({
    workspace,
    to: recipientsIn(first),
    onOpen: (phone) =>
      void navigate({
        to: '/w/$workspace/messages/$phone',
        params: { workspace: String(workspace), phone },
        search: {},
        replace: true,
      }),
  })
  const { to, draft, refused, problem, error, sending, request, outcome } = message
  const optedOut = useOptOuts(workspace, to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    message.send()
  }
  return (
    <>
      <ThreadHead workspace={workspace} title={words.newMessage} />
      {outcome ? (
        <SendOutcome workspace={workspace} outcome={outcome} onAgain={message.again} />
      ) : (
        <form aria-label={words.form} className={styles.form} onSubmit={submit}>
          <RecipientField value={to} onChange={message.setTo} refused={refused} optedOut={optedOut} />
          <BodyField value={draft.body} onChange={(body) => message.change({ body })} onSend={message.send} />
          <div className={styles.row}>
            <SendOptions
              senders={message.senders}
              from={message.from}
              ttl={draft.ttl}
              onChange={message.change}
            />
          </div>
          <Curl method="POST" url={`${base}/api/v1/messages`} body={request} />
          <SendFailure failure={error === undefined ? undefined : { error, merged: false }} />
          <div className={styles.buttons}>
            <Button type="submit" kind="filled" icon="send" busy={sending} disabledReason={problem}>
              {words.send}
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
