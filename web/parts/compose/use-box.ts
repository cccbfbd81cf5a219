import { useEffect, useRef, useState } from 'react'
import { useValue } from '../../uploads/use-value.ts'
import { failureOf } from '../../ui/failure.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { messageWords } from '../../words/words.ts'
import { changeDraft, draftFor, drafts, emptyDraft, giveBack, sendKeysOf, type Draft } from './draft.ts'
import { isUnknown } from './outbox.ts'

const words = messageWords.composer

interface Sending<Answer> {
  /** As people call the recipient. */
  readonly to: string
  readonly content: object
  readonly send: (key: string) => Promise<Answer>
}

export interface Failure {
  readonly error: unknown
  /** The text is in the box again, above another one. */
  readonly merged: boolean
}

/** The box of a place. What is in it stays when it goes. */
export function useBox(place: string) {
  const draft = useValue(drafts).get(place) ?? emptyDraft
  const [failure, setFailure] = useState<Failure>()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const change = (more: Partial<Draft>) => changeDraft(place, more)

  /** Empties the box at once. If the text is not sent, it is in the box again, and a notice says so when that is gone. */
  async function send<Answer>({ to, content, send: begin }: Sending<Answer>): Promise<Answer> {
    const { body } = draftFor(place)
    const keys = sendKeysOf(place)
    const key = keys.keyFor(content)
    setFailure(undefined)
    change({ body: '' })
    try {
      return await begin(key)
    } catch (error) {
      keys.failed(content, key)
      setFailure({ error, merged: giveBack(place, body) })
      if (!isShown.current)
        toast.problem(isUnknown(error) ? words.notKnownTo(to) : words.notSentTo(to, failureOf(error).message))
      throw error
    }
  }
  return { draft, change, failure, send }
}
