import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { simulatorWords } from '../../words/words.ts'
import { charactersMax, countOf } from '../compose/text-count.ts'
import { NewMessageLink } from './new-message-link.tsx'
import type { SimulatedNumber } from './simulator.ts'
import styles from './simulator.module.css'

const words = simulatorWords

interface AnswerProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  readonly phone: string
  readonly disabledReason: string | undefined
  /** The person was chosen just now. */
  readonly takesFocus: boolean
}

/** What people typed and did not send, by number and phone. */
const drafts = new Map<string, string>()

function problemOf(answer: string): string | undefined {
  if (answer.trim() === '') return words.writeFirst
  const over = countOf(answer).characters - charactersMax
  return over > 0 ? words.tooLong(over) : undefined
}

function useAnswer({ workspace, number, phone, disabledReason }: AnswerProps) {
  const draftKey = `${workspace} ${number.id} ${phone}`
  const [body, setBody] = useState(drafts.get(draftKey) ?? '')
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const box = useRef<HTMLTextAreaElement>(null)
  const write = (next: string) => {
    setBody(next)
    drafts.set(draftKey, next)
  }
  const send = async (answer: string) => {
    if (sending || disabledReason !== undefined || problemOf(answer) !== undefined) return
    setSending(true)
    setError(undefined)
    try {
      const text = { from: phone, body: answer }
      await call('sendSimulatedText', { workspace, number: number.id, body: text })
      if (answer === body) write('')
      await invalidate(workspace, 'messages')
    } catch (caught) {
      setError(caught)
    } finally {
      setSending(false)
      box.current?.focus()
    }
  }
  return { body, write, send, sending, error, box }
}

/** The person writes: Enter sends. */
export function Answer(props: AnswerProps) {
  const { workspace, phone, disabledReason, takesFocus } = props
  const { body, write, send, sending, error, box } = useAnswer(props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send(body)
  }
  useEffect(() => {
    // On a phone, the keyboard would cover the texts.
    if (takesFocus && matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [takesFocus, box])
  const isForeign = error instanceof ApiError && error.code === 'not_your_contact'
  return (
    <div className={styles.answer}>
      <FormError error={error} />
      {isForeign && <NewMessageLink workspace={workspace} phone={phone} />}
      <div className={styles.write}>
        <textarea
          ref={box}
          aria-label={words.answer}
          placeholder={words.answer}
          title={words.answerHelp}
          rows={1}
          value={body}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className={styles.box}
        />
        <Button
          kind="filled"
          icon="send"
          busy={sending}
          disabledReason={disabledReason ?? problemOf(body)}
          onClick={() => void send(body)}
        >
          {words.send}
        </Button>
      </div>
      <fieldset aria-label={words.quick} className={styles.quick}>
        {words.quickAnswers.map((answer) => (
          <Button
            key={answer}
            busy={sending}
            disabledReason={disabledReason}
            onClick={() => void send(answer)}
          >
            {answer}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
