import { useState, type KeyboardEvent } from 'react'
import type { Data } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Curl } from '../../ui/data/curl.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { groupWords, messageWords } from '../../words/words.ts'
import { Counter } from '../compose/counter.tsx'
import { sendToGroup } from '../compose/outbox.ts'
import { SendAdvice } from '../compose/send-failure.tsx'
import { charactersMax, countOf } from '../compose/text-count.ts'
import { useBox } from '../compose/use-box.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { useMuted, type Group } from './groups.ts'
import { isRefusal, refuse, reworded } from './refusal.ts'
import styles from './group.module.css'

const { composer: words, inactive } = groupWords

/** Writes to all members. */
export function Composer({ group }: { readonly group: Group }) {
  const { id: workspace } = useWorkspace()
  const { installation } = useSession()
  const { draft, change, failure, send: sendFrom } = useBox(`group ${group.id}`)
  const { body } = draft
  const [outcome, setOutcome] = useState<Outcome>()
  const muted = useMuted(workspace, group.id)
  const count = countOf(body)
  const send = async () => {
    setOutcome(undefined)
    if (body.trim() === '') refuse('body', messageWords.composer.empty)
    const over = count.characters - charactersMax
    if (over > 0) refuse('body', messageWords.composer.tooLong(over))
    const answer = await sendFrom({
      to: group.name,
      content: { body },
      send: (key) => sendToGroup(workspace, group.id, body, key),
    }).catch((error: unknown) => {
      throw inWords(error)
    })
    setOutcome(outcomeOf(answer, group))
    await invalidate(workspace, 'messages')
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
          change({ body: typed })
          setOutcome(undefined)
        }}
        onKeyDown={press}
        help={
          <>
            <Counter count={count} /> · {words.reach(group.number, group.members.length, muted.size)}
          </>
        }
      />
      <SendAdvice failure={failure} />
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
