import { useRef, useState } from 'react'
import { countSegments } from '../../../src/sms/segments.ts'
import { call, type Data } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { groupWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import styles from './group.module.css'
import type { Group } from './groups.ts'
import { isRefusal, refuse, reworded } from './refusal.ts'

const { composer: words, inactive } = groupWords
const charactersMax = 1600

/** Names one composed text, so that a repeated call sends it once. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

export function Composer({ group }: { readonly group: Group }) {
  const { id: workspace } = useWorkspace()
  const [body, setBody] = useState('')
  const [outcome, setOutcome] = useState('')
  const key = useRef(newKey())
  const used = Array.from(body).length
  const send = async () => {
    setOutcome('')
    if (body.trim() === '') refuse('body', words.empty)
    if (used > charactersMax) refuse('body', words.tooLong(used - charactersMax))
    const { data } = await call('sms.sendGroupMessage', {
      workspace,
      id: group.id,
      body: { body, idempotency_key: key.current },
    }).catch((error: unknown) => {
      throw inWords(error)
    })
    type('')
    setOutcome(outcomeOf(data))
    await invalidate(workspace, 'messages')
  }
  const type = (typed: string) => {
    setBody(typed)
    key.current = newKey()
  }
  return (
    <Form onSubmit={send} wide>
      <TextArea
        label={words.label}
        name="body"
        rows={3}
        value={body}
        onChange={(typed) => {
          type(typed)
          setOutcome('')
        }}
        help={
          <>
            <span>{words.counter(used, charactersMax, used === 0 ? 0 : countSegments(body))}</span>
            {'. '}
            {words.reach(group.number, group.members.length)}
          </>
        }
      />
      <FormActions>
        <SubmitButton icon="send" disabledReason={reasonNotToSend(group)}>
          {words.send}
        </SubmitButton>
      </FormActions>
      <output className={styles.outcome}>{outcome}</output>
    </Form>
  )
}

function reasonNotToSend({ active, members }: Group): string | undefined {
  if (!active) return inactive.paused
  return members.length === 0 ? inactive.empty : undefined
}

function inWords(error: unknown): unknown {
  if (!isRefusal(error, 'daily_limit_reached')) return error
  const reason = words.reasons[reasonIn(error.details['reason'])]
  return reworded(error, `${words.none} ${sentence(reason)}`)
}

type Reason = keyof typeof words.reasons

const reasonIn = (reason: unknown): Reason =>
  reason === 'metered_cap_reached' ? 'metered_cap_reached' : 'limit_reached'

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function outcomeOf({ messages, rejected = 0, reason }: Data<'sms.sendGroupMessage'>): string {
  if (rejected === 0) return words.sent(messages.length)
  return `${words.partly(messages.length, rejected)} ${words.reasons[reasonIn(reason)]}`
}
