import { useRef, useState, type KeyboardEvent } from 'react'
import { call, type Data } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Curl } from '../../ui/data/curl.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { groupWords, messageWords } from '../../words/words.ts'
import { Counter } from '../compose/counter.tsx'
import { draftFor, emptyDraft, keepDraft, sendKeys } from '../compose/draft.ts'
import { charactersMax, countOf } from '../compose/text-count.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { useMuted, type Group } from './groups.ts'
import { isRefusal, refuse, reworded } from './refusal.ts'
import styles from './group.module.css'

const { composer: words, inactive } = groupWords

/** Writes to all members. */
export function Composer({ group }: { readonly group: Group }) {
  const { id: workspace } = useWorkspace()
  const { installation } = useSession()
  const place = `group ${group.id}`
  const [body, setBody] = useState(() => draftFor(place).body)
  const latest = useRef(body)
  const [outcome, setOutcome] = useState<Outcome>()
  const [keys] = useState(sendKeys)
  const muted = useMuted(workspace, group.id)
  const count = countOf(body)
  const send = async () => {
    setOutcome(undefined)
    if (body.trim() === '') refuse('body', messageWords.composer.empty)
    const over = count.characters - charactersMax
    if (over > 0) refuse('body', messageWords.composer.tooLong(over))
    const key = keys.keyFor({ body })
    const { data } = await call(
      'sms.sendGroupMessage',
      { workspace, id: group.id, body: { body } },
      { headers: { 'Idempotency-Key': key } },
    ).catch((error: unknown) => {
      throw inWords(error)
    })
    keys.done(key)
    // What was typed meanwhile is the next text.
    if (latest.current === body) write('')
    setOutcome(outcomeOf(data, group))
    await invalidate(workspace, 'messages')
  }
  const write = (typed: string) => {
    latest.current = typed
    setBody(typed)
    keepDraft(place, typed === '' ? emptyDraft : { ...emptyDraft, body: typed })
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <Form onSubmit={send} wide>
      <TextArea
        label={words.label}
        name="body"
        rows={3}
        dir="auto"
        value={body}
        onChange={(typed) => {
          write(typed)
          setOutcome(undefined)
        }}
        onKeyDown={press}
        help={
          <>
            <Counter count={count} /> · {words.reach(group.number, group.members.length, muted.size)}
          </>
        }
      />
      <FormActions>
        <SubmitButton
          icon="send"
          title={messageWords.composer.sendKeys}
          disabledReason={reasonNotToSend(group)}
        >
          {words.send}
        </SubmitButton>
      </FormActions>
      <output className={outcome?.partial === true ? styles.partial : styles.outcome}>{outcome?.text}</output>
      <Curl
        method="POST"
        url={`${installation.sms_base_url}/api/v1/groups/${group.id}/messages`}
        body={{ body }}
      />
    </Form>
  )
}

function reasonNotToSend({ active, members }: Group): string | undefined {
  if (!active) return inactive.paused
  return members.length === 0 ? inactive.empty : undefined
}

type Reason = keyof typeof words.reasons

const reasonIn = (reason: unknown): Reason =>
  reason === 'metered_cap_reached' ? 'metered_cap_reached' : 'limit_reached'

function inWords(error: unknown): unknown {
  if (!isRefusal(error, 'daily_limit_reached')) return error
  return reworded(error, `${words.none} ${words.reasons[reasonIn(error.details['reason'])]}`)
}

interface Outcome {
  readonly text: string
  /** Some members get nothing. */
  readonly partial: boolean
}

/** Members are accepted in order. */
function outcomeOf({ messages, rejected = 0, reason }: Data<'sms.sendGroupMessage'>, group: Group): Outcome {
  if (rejected === 0) return { text: words.queued(messages.length), partial: false }
  const reached = new Set(messages.map(({ phone }) => phone))
  const others = group.members.filter(({ phone }) => !reached.has(phone)).map(({ name }) => name)
  const text = `${words.partly(messages.length, others)} ${words.reasons[reasonIn(reason)]}`
  return { text, partial: true }
}
