import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import type { Option } from '../../ui/form/select.tsx'
import { messageWords } from '../../words/words.ts'
import { useDedicated } from '../number/dedicated.ts'
import { problemWithBody } from './body-field.tsx'
import { pool } from './draft.ts'

const words = messageWords.composer

/** What a text tells of the number that it went through. */
interface Through {
  readonly number_id: number | null
}

/**
 * The number that sends by default: the pool, which finds the right number by itself. Numbers of the workspace are not in
 * it, so an answer goes through the one that the phone wrote to.
 */
export function suggestedSender(
  numbers: readonly number[],
  dedicated: ReadonlySet<number>,
  texts: readonly Through[],
): string {
  const last = texts.find(({ number_id: id }) => id !== null)?.number_id
  if (last !== undefined && last !== null && dedicated.has(last) && numbers.includes(last))
    return String(last)
  const [first] = numbers
  return first !== undefined && numbers.every((id) => dedicated.has(id)) ? String(first) : pool
}

export interface Senders {
  readonly options: readonly Option<string>[]
  /** The chosen one, while it is there, or else the suggested one. undefined while what it depends on is loading. */
  readonly senderOf: (chosen: string | undefined, texts: readonly Through[] | undefined) => string | undefined
}

/** The pool and the numbers that the workspace may send from. */
export function useSenders(workspace: number): Senders {
  const { data, isPending } = useQuery(read('sms.listNumbers', { workspace }))
  const { data: ofWorkspace = [], isPending: isDedicatedPending } = useDedicated(workspace)
  const numbers = data?.numbers ?? []
  const ids = numbers.map(({ id }) => id)
  const dedicated = new Set(ofWorkspace.map(({ id }) => id))
  const options = numbers.map(({ id, display, label, online }) => ({
    value: String(id),
    label: display,
    note: online ? label : [label, words.offline].filter((part) => part !== '').join(' · '),
  }))
  return {
    options: [{ value: pool, label: words.pool, note: words.poolNote }, ...options],
    senderOf: (chosen, texts) => {
      if (chosen === pool || options.some(({ value }) => value === chosen)) return chosen
      if (isPending || isDedicatedPending || texts === undefined) return undefined
      return suggestedSender(ids, dedicated, texts)
    },
  }
}

/** Why a text cannot be sent. Its sender is undefined while it is loading. */
export const problemWithText = (body: string, from: string | undefined): string | undefined =>
  problemWithBody(body) ?? (from === undefined ? words.findingSender : undefined)
