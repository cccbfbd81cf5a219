import { Status } from '../../ui/data/status.tsx'
import { useNow } from '../../ui/now.ts'
import { messageWords as words } from '../../words/words.ts'
import type { Text } from './thread.ts'

/** The status of a text in one word. */
export const TextStatus = ({ text: { status } }: { readonly text: Pick<Text, 'status'> }) => (
  <Status word={words.statuses[status]} />
)

/** What the word leaves open: until when a text waits, why it failed, and what to do. */
export function StatusNote({ text }: { readonly text: Text }) {
  const { status, error, expires_at: expiresAt } = text
  if (status === 'queued' && expiresAt !== null) return <Wait until={expiresAt} />
  if (status === 'expired') return <Advice {...words.expired} />
  if (status === 'failed' && error) return <Advice {...words.reason(error)} />
  return null
}

function Wait({ until }: { readonly until: string }) {
  const seconds = (new Date(until).getTime() - useNow().getTime()) / 1000
  return <span>{seconds > 0 ? words.thread.waits(seconds) : words.thread.overdue}</span>
}

function Advice({ what, next }: { readonly what: string; readonly next: string }) {
  return (
    <span>
      {what} {next}
    </span>
  )
}
