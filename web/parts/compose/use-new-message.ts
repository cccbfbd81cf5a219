import { useRef, useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { emptyDraft, sendKeys, type Draft } from './draft.ts'
import { sendOnce, type SendAnswer } from './outbox.ts'
import { problemWith } from './recipient-field.tsx'
import { leftOut, namedIn } from './recipients.ts'
import { bodyOf } from './send-body.ts'
import { problemWithText, useSenders } from './senders.ts'
import { messageWords } from '../../words/words.ts'

/** What became of a text to several phones. */
export interface Outcome {
  readonly answer: SendAnswer
  readonly leftOut: readonly string[]
}

interface NewMessageOptions {
  readonly workspace: number
  readonly to: readonly string[]
  /** It went to one phone. */
  readonly onOpen: (phone: string) => void
}

const noTexts: readonly [] = []

/** A text to up to 100 phones, from the first letter to the outcome. */
export function useNewMessage({ workspace, to: first, onOpen }: NewMessageOptions) {
  const [to, setTo] = useState(first)
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<unknown>()
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [keys] = useState(sendKeys)
  // A second click comes before the next picture.
  const isSending = useRef(false)

  const senders = useSenders(workspace)
  const from = senders.senderOf(draft.from, noTexts)
  const problem =
    to.length === 0
      ? messageWords.composer.noRecipient
      : (problemWith(to, refused) ?? problemWithText(draft.body, from))
  const request = bodyOf(to.length === 1 ? (to[0] ?? '') : to, from, draft)

  const send = async () => {
    if (problem !== undefined || isSending.current) return
    isSending.current = true
    setSending(true)
    setError(undefined)
    const key = keys.keyFor(request)
    try {
      const answer = await sendOnce(workspace, request, key)
      void invalidate(workspace, 'messages')
      const [one, ...others] = answer.messages
      if (one && others.length === 0 && !answer.rejected) onOpen(one.phone)
      else setOutcome({ answer, leftOut: leftOut(to, answer.messages, answer.rejected ?? 0) })
    } catch (failure) {
      keys.failed(request, key)
      const named = failure instanceof ApiError && failure.code === 'invalid_number'
      const wrong = named ? namedIn(failure.message, to) : []
      if (wrong.length > 0) setRefused(new Set([...refused, ...wrong]))
      else setError(failure)
    } finally {
      isSending.current = false
      setSending(false)
    }
  }

  return {
    to,
    setTo,
    draft,
    senders: senders.options,
    from,
    change: (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more })),
    refused,
    problem,
    error,
    sending,
    request,
    send: () => void send(),
    outcome,
    /** With the same text, to these. */
    again: (entries: readonly string[]) => {
      setTo(entries)
      if (entries.length === 0) setDraft(emptyDraft)
      setOutcome(undefined)
    },
  }
}
