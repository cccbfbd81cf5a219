import type { Text as Message } from '../message/thread.ts'

/** What one article of the thread shows. */
export interface Entry {
  /** Of its first message. */
  readonly id: number
  /** The text of a member. Without it, this is a text to the group. */
  readonly text?: Message
  /** As the forwards call the member. Undefined: it was not forwarded. */
  readonly name?: string
  readonly body: string
  readonly at: string
  /** The forwards of the text, or the texts to the members. */
  readonly copies: readonly Message[]
}

/** The name before a forwarded text: src/sms/group/rules.ts. Undefined: the text is not a forward of this one. */
export function nameIn(forward: string, text: string): string | undefined {
  if (forward.endsWith(`: ${text}`)) return forward.slice(0, -text.length - 2)
  if (!forward.endsWith('…')) return undefined
  for (let at = forward.indexOf(': '); at !== -1; at = forward.indexOf(': ', at + 1))
    if (text.startsWith(forward.slice(at + 2, -1))) return forward.slice(0, at)
  return undefined
}

interface Draft extends Omit<Entry, 'copies'> {
  name?: string
  readonly copies: Message[]
}

const isCopy = ({ copies: [first] }: Draft, message: Message): boolean =>
  first?.body === message.body && first.created_at === message.created_at

/**
 * The messages of a group, oldest first: the copies of one text are one entry, and forwards belong to the text before them.
 * The account is locked while they are stored, so nothing is between them. `cut`: older ones are not loaded, so the first
 * copies may lack some, or their text.
 */
export function entriesOf(newestFirst: readonly Message[], cut: boolean): readonly Entry[] {
  const entries: Draft[] = []
  for (const message of newestFirst.toReversed()) {
    const { id, body, created_at: at } = message
    const last = entries.at(-1)
    if (message.direction === 'in') {
      entries.push({ id, text: message, body, at, copies: [] })
      continue
    }
    if (last && isCopy(last, message)) {
      last.copies.push(message)
      continue
    }
    const name = last?.text && last.copies.length === 0 ? nameIn(body, last.body) : undefined
    if (last && name !== undefined) {
      last.name = name
      last.copies.push(message)
    } else entries.push({ id, body, at, copies: [message] })
  }
  return cut && entries[0] && !entries[0].text ? entries.slice(1) : entries
}

export type Status = Message['status']

const order: readonly Status[] = ['delivered', 'sent', 'sending', 'queued', 'failed', 'expired', 'cancelled']

/** How many copies have each status, the best first. */
export const countsOf = (
  copies: readonly Pick<Message, 'status'>[],
): readonly (readonly [status: Status, count: number])[] =>
  order
    .map((status) => [status, copies.filter((copy) => copy.status === status).length] as const)
    .filter(([, count]) => count > 0)
