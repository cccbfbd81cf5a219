import { useRef, useState, type FormEvent } from 'react'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { messageWords } from '../../words/words.ts'
import type { Text } from '../message/thread.ts'
import { useSession } from '../session/session.ts'
import { BodyField, problemWithBody } from './body-field.tsx'
import styles from './composer.module.css'
import { draftFor, keepDraft, sendKeys, type Draft } from './draft.ts'
import { sendInThread } from './outbox.ts'
import { bodyOf } from './send-body.ts'
import { SendFailure } from './send-failure.tsx'
import { SendOptions } from './send-options.tsx'
import { useSenders } from './senders.ts'

const words = messageWords.composer

interface ReplyProps {
  readonly workspace: number
  readonly phone: string
  /** Newest first. */
  readonly texts: readonly Text[]
}

/** Below the texts with a phone: writes the next one. Give it a `key` for each phone. */
export function Reply({ workspace, phone, texts }: ReplyProps) {
  const { sms_base_url: base } = useSession().installation
  const place = `${workspace} ${phone}`
  const [draft, setDraft] = useState(() => draftFor(place))
  const senders = useSenders(workspace)
  const from = senders.senderOf(draft.from, texts)
  const [error, setError] = useState<unknown>()
  const [keys] = useState(sendKeys)
  const latest = useRef(draft)
  const change = (more: Partial<Draft>) => {
    latest.current = { ...latest.current, ...more }
    keepDraft(place, latest.current)
    setDraft(latest.current)
  }
  const send = async () => {
    const sent = latest.current
    // A second click finds an empty box.
    if (problemWithBody(sent.body) !== undefined) return
    const body = bodyOf(phone, from, sent)
    const key = keys.keyFor(body)
    setError(undefined)
    change({ body: '' })
    try {
      await sendInThread(workspace, phone, body, key)
      keys.done(key)
    } catch (failure) {
      // What was typed meanwhile stays below it.
      const typed = latest.current.body
      change({ body: typed === '' ? sent.body : `${sent.body}\n${typed}` })
      setError(failure)
    }
    void invalidate(workspace, 'messages')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form aria-label={words.form} className={styles.composer} onSubmit={submit}>
      <BodyField value={draft.body} onChange={(body) => change({ body })} onSend={() => void send()} />
      <SendFailure error={error} />
      <div className={styles.row}>
        <SendOptions senders={senders.options} from={from} ttl={draft.ttl} onChange={change} />
        <div className={styles.send}>
          <Button
            type="submit"
            kind="filled"
            icon="send"
            disabledReason={problemWithBody(draft.body)}
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
