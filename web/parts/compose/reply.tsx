import type { FormEvent } from 'react'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { messageWords } from '../../words/words.ts'
import { displayOf } from '../message/display.ts'
import type { Text } from '../message/thread.ts'
import { useSession } from '../session/session.ts'
import { BodyField } from './body-field.tsx'
import styles from './composer.module.css'
import { draftFor } from './draft.ts'
import { sendInThread } from './outbox.ts'
import { bodyOf } from './send-body.ts'
import { SendFailure } from './send-failure.tsx'
import { SendOptions } from './send-options.tsx'
import { problemWithText, useSenders } from './senders.ts'
import { useBox } from './use-box.ts'

const words = messageWords.composer

interface ReplyProps {
  readonly workspace: number
  readonly phone: string
  /** Newest first; undefined while they are loading. */
  readonly texts: readonly Text[] | undefined
}

/** Below the texts with a phone: writes the next one. Give it a `key` for each phone. */
export function Reply({ workspace, phone, texts }: ReplyProps) {
  const { sms_base_url: base } = useSession().installation
  const place = `${workspace} ${phone}`
  const { draft, change, failure, send: sendFrom } = useBox(place)
  const senders = useSenders(workspace)
  const from = senders.senderOf(draft.from, texts)
  const send = async () => {
    // A second click comes before the next picture, and finds an empty box.
    const now = draftFor(place)
    if (problemWithText(now.body, from) !== undefined) return
    const content = bodyOf(phone, from, now)
    const begin = (key: string) => sendInThread(workspace, phone, content, key)
    // The box says what failed.
    await sendFrom({ to: displayOf(phone), content, send: begin }).catch(() => undefined)
    void invalidate(workspace, 'messages')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form aria-label={words.form} className={styles.composer} onSubmit={submit}>
      <BodyField value={draft.body} onChange={(body) => change({ body })} onSend={() => void send()} />
      <SendFailure failure={failure} />
      <div className={styles.row}>
        <SendOptions senders={senders.options} from={from} ttl={draft.ttl} onChange={change} />
        <div className={styles.send}>
          <Button
            type="submit"
            kind="filled"
            icon="send"
            disabledReason={problemWithText(draft.body, from)}
            title={words.sendKeys}
          >
            {words.send}
          </Button>
        </div>
      </div>
      <Curl method="POST" url={`${base}/api/v1/messages`} body={bodyOf(phone, from, draft)} />
    </form>
  )
}
