import type { KeyboardEvent } from 'react'
import { TextArea } from '../../ui/form/text-area.tsx'
import { messageWords } from '../../words/words.ts'
import { Counter } from './counter.tsx'
import { charactersMax, countOf } from './text-count.ts'

const words = messageWords.composer

interface BodyFieldProps {
  readonly value: string
  readonly onChange: (body: string) => void
  /** Ctrl+Enter, or Cmd+Enter. */
  readonly onSend: () => void
}

/** The text of a message, counted as the server counts. */
export function BodyField({ value, onChange, onSend }: BodyFieldProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend()
  }
  return (
    <TextArea
      label={words.message}
      rows={2}
      dir="auto"
      onKeyDown={press}
      value={value}
      onChange={onChange}
      help={<Counter count={countOf(value)} />}
    />
  )
}

/** Why a text cannot be sent. */
export function problemWithBody(body: string): string | undefined {
  if (body.trim() === '') return words.empty
  const over = countOf(body).characters - charactersMax
  return over > 0 ? words.tooLong(over) : undefined
}
