import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { ApiError } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { messageWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'
import styles from './composer.module.css'
import { Counter } from './counter.tsx'
import { draftFor, keepDraft, sendKeys, type Draft } from './draft.ts'
import { sendInThread } from './outbox.ts'
import { bodyOf } from './send-body.ts'
import { SendOptions } from './send-options.tsx'
import { charactersMax, countOf } from './text-count.ts'

const words = messageWords.composer

interface ReplyProps {
  readonly workspace: number
  readonly phone: string
}

/** Below the texts with a phone: writes the next one. Give it a `key` for each phone. */
export function Reply({ workspace, phone }: ReplyProps) {
  const { sms_base_url: base } = useSession().installation
  const place = `${workspace} ${phone}`
  const [draft, setDraft] = useState(() => draftFor(place))
  const [error, setError] = useState<unknown>()
  const [keys] = useState(sendKeys)
  const latest = useRef(draft)
  const count = countOf(draft.body)
  const change = (more: Partial<Draft>) => {
    latest.current = { ...latest.current, ...more }
    keepDraft(place, latest.current)
    setDraft(latest.current)
  }
  const send = async () => {
    const sent = latest.current
    // A second click finds an empty box.
    if (sent.body.trim() === '' || countOf(sent.body).characters > charactersMax) return
    const body = bodyOf(phone, sent)
    const key = keys.keyFor(body)
    setError(undefined)
    change({ body: '' })
    try {
      await sendInThread(workspace, phone, body, key)
      keys.done()
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
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const problem =
    draft.body.trim() === ''
      ? words.empty
      : count.characters > charactersMax
        ? words.tooLong(count.characters - charactersMax)
        : undefined
  return (
    <form aria-label={words.form} className={styles.composer} onSubmit={submit}>
      <TextArea
        label={words.message}
        rows={2}
        dir="auto"
        onKeyDown={press}
        value={draft.body}
        onChange={(body) => change({ body })}
        help={<Counter count={count} />}
      />
      {error !== undefined && (
        <div>
          <FormError error={error} />
          <p className="small pencil">{isUnknown(error) ? words.notKnown : words.tryLater}</p>
        </div>
      )}
      <div className={styles.row}>
        <SendOptions workspace={workspace} draft={draft} onChange={change} />
        <div className={styles.send}>
          <Button type="submit" kind="filled" icon="send" disabledReason={problem} title={words.sendKeys}>
            {words.send}
          </Button>
        </div>
      </div>
      <Curl method="POST" url={`${base}/api/v1/messages`} body={bodyOf(phone, draft)} />
    </form>
  )
}

/** The server may have taken it. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500)
