import { grammar } from '../../words/words.ts'
import { useNow } from '../now.ts'

interface TimeProps {
  /** ISO 8601. Null and undefined show `never`. */
  readonly at: string | null | undefined
  readonly never?: string
}

/** "3 minutes ago", exact on hover, kept up to date. */
export function Time({ at, never = '–' }: TimeProps) {
  const now = useNow()
  if (at === null || at === undefined) return <span className="pencil">{never}</span>
  const time = new Date(at)
  return (
    <time dateTime={at} title={grammar.exactTime(time)}>
      {grammar.relativeTime(time, now)}
    </time>
  )
}

/** "12 min" until then, counting down every second. */
export function Countdown({ to }: { readonly to: string }) {
  const now = useNow(1)
  const time = new Date(to)
  const seconds = (time.getTime() - now.getTime()) / 1000
  return (
    <time dateTime={to} title={grammar.exactTime(time)}>
      {seconds <= 0 ? grammar.relativeTime(now, now) : grammar.duration(seconds)}
    </time>
  )
}
