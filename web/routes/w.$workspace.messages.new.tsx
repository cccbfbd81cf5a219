import { createFileRoute } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { BodyField } from '../parts/message/body-field.tsx'
import composerStyles from '../parts/message/composer.module.css'
import styles from '../parts/message/messages.module.css'
import { RecipientField } from '../parts/message/recipient-field.tsx'
import { recipientsIn } from '../parts/message/recipients.ts'
import { SendFailure } from '../parts/message/send-failure.tsx'
import { SendOptions } from '../parts/message/send-options.tsx'
import { SendOutcome } from '../parts/message/send-outcome.tsx'
import { ThreadHead } from '../parts/message/thread-head.tsx'
import { useNewMessage } from '../parts/message/use-new-message.ts'
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

const nobody: ReadonlySet<string> = new Set()

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
          <RecipientField value={to} onChange={message.setTo} refused={refused} optedOut={nobody} />
          <BodyField value={draft.body} onChange={(body) => message.change({ body })} onSend={message.send} />
          <div className={composerStyles.row}>
            <SendOptions workspace={workspace} draft={draft} onChange={message.change} />
          </div>
          <Curl method="POST" url={`${base}/api/v1/messages`} body={request} />
          <SendFailure error={error} />
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
