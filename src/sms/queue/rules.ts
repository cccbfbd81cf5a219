import { systemAccountId } from '../account/model.ts'
import { type Budget, fits } from '../number/send-rate-rules.ts'

/** A number that takes messages, and what it can still take. */
export interface FreeNumber {
  readonly id: number
  /** null: a number of the pool, which serves every account. */
  readonly workspaceId: number | null
  readonly outstanding: number
  readonly outstandingMax: number
  /** When it last took something; null: never. */
  readonly servedAt: Date | null
  /** Parts that it took already in this round. */
  readonly partsTaken: number
  /** None: it sends as much as it can. */
  readonly budgets: readonly Budget[]
}

/** A message that waits for one of the numbers. */
export interface WaitingMessage {
  readonly id: number
  readonly workspaceId: number
  readonly parts: number
  /** The number that it is for; null: any of the pool. */
  readonly boundTo: number | null
  /** The number of the pool that its recipient knows; null: none that is online. */
  readonly stickyTo: number | null
}

export interface Assigned<Message> {
  readonly message: Message
  readonly numberId: number
}

/** Accounts in turn: from the one after `served`, once around. */
export const rotated = (accounts: Iterable<number>, served: number): number[] =>
  [...accounts].sort((a, b) => Number(a <= served) - Number(b <= served) || a - b)

/**
 * Gives at most `countMax` waiting messages to numbers that can take them: those of the operator's own account first, then
 * one of each account a round, in turn from the account after `served`. A recipient stays with the number that he knows;
 * what any number may take goes to the one with the least to do.
 */
export function assign<Message extends WaitingMessage>(
  numbers: readonly FreeNumber[],
  waiting: readonly Message[],
  { served, countMax }: { readonly served: number; readonly countMax: number },
): Assigned<Message>[] {
  const free = freeNumbers(numbers)
  const assigned: Assigned<Message>[] = []

  /** Tries the messages of a queue until one can go. */
  function assignNext(queue: Iterator<Message>): boolean {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const numberId = free.take(next.value)
      if (numberId === undefined) continue
      assigned.push({ message: next.value, numberId })
      return true
    }
    return false
  }

  const queues = Map.groupBy(
    waiting.toSorted((a, b) => a.id - b.id),
    (message) => message.workspaceId,
  )
  const customers = rotated(queues.keys(), served).filter((account) => account !== systemAccountId)
  for (const accounts of [[systemAccountId], customers]) {
    let open = accounts.map((account) => (queues.get(account) ?? []).values())
    while (open.length > 0) open = open.filter((queue) => assigned.length < countMax && assignNext(queue))
  }
  return assigned
}

/** The numbers, while messages are being given to them. */
function freeNumbers(numbers: readonly FreeNumber[]) {
  const loads = new Map(
    numbers.map((number) => [number.id, { number, count: number.outstanding, parts: number.partsTaken }]),
  )
  type Load = typeof loads extends Map<number, infer Value> ? Value : never
  const longestIdleFirst = [...loads.values()]
    .filter(({ number }) => number.workspaceId === null)
    .sort((a, b) => idleSince(a.number) - idleSince(b.number) || a.number.id - b.number.id)
  const hasRoom = ({ number, count, parts }: Load, more: number): boolean =>
    count < number.outstandingMax && number.budgets.every((budget) => fits(budget, more, parts))

  function leastLoaded(more: number): Load | undefined {
    let least: Load | undefined
    for (const load of longestIdleFirst)
      if ((least === undefined || load.count < least.count) && hasRoom(load, more)) least = load
    return least
  }

  return {
    /** The number that takes the message; undefined when none can. */
    take({ workspaceId, parts, boundTo, stickyTo }: WaitingMessage): number | undefined {
      const wanted = boundTo ?? stickyTo
      const load = wanted === null ? leastLoaded(parts) : loads.get(wanted)
      if (!load || !hasRoom(load, parts) || !serves(load.number, workspaceId)) return undefined
      load.count++
      load.parts += parts
      return load.number.id
    },
  }
}

const idleSince = ({ servedAt }: FreeNumber): number => servedAt?.getTime() ?? 0

/** A dedicated number sends for its account only, and nothing that a former account queued. */
const serves = (number: FreeNumber, workspaceId: number): boolean =>
  number.workspaceId === null || number.workspaceId === workspaceId

/** How long a carrier rests after an attempt that failed for the moment; after the third there is none. */
const attemptPausesMs = [30_000, 120_000] as const

/** When the attempt after this one is; undefined when it was the last, or would be too late. */
export function attemptAgainAt(attempt: number, expiresAt: Date | null, now: Date): Date | undefined {
  const pauseMs = attemptPausesMs[attempt - 1]
  if (pauseMs === undefined) return undefined
  const at = new Date(now.getTime() + pauseMs)
  return expiresAt === null || at < expiresAt ? at : undefined
}
