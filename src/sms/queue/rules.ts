import { systemAccountId } from '../account/model.ts'
import { type Budget, fits } from '../number/send-rate-rules.ts'

export interface FreeNumber {
  readonly id: number
  readonly workspaceId: number | null
  readonly outstanding: number
  readonly outstandingMax: number
  readonly servedAt: Date | null
  readonly partsTaken: number
  readonly budgets: readonly Budget[]
}

export interface WaitingMessage {
  readonly id: number
  readonly workspaceId: number
  readonly parts: number
  readonly boundTo: number | null
  readonly stickyTo: number | null
}

export interface Assigned<Message> {
  readonly message: Message
  readonly numberId: number
}

export const rotated = (accounts: Iterable<number>, served: number): number[] =>
  [...accounts].sort((a, b) => Number(a <= served) - Number(b <= served) || a - b)

/** The operator's account first, then round-robin from the one after `served`. Recipients keep the number they know. */
export function assign<Message extends WaitingMessage>(
  numbers: readonly FreeNumber[],
  waiting: readonly Message[],
  { served, countMax }: { readonly served: number; readonly countMax: number },
): Assigned<Message>[] {
  const free = freeNumbers(numbers)
  const assigned: Assigned<Message>[] = []

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

/** A dedicated number sends nothing that a former account queued. */
const serves = (number: FreeNumber, workspaceId: number): boolean =>
  number.workspaceId === null || number.workspaceId === workspaceId

const attemptPausesMs = [30_000, 120_000] as const

export function attemptAgainAt(attempt: number, expiresAt: Date | null, now: Date): Date | undefined {
  const pauseMs = attemptPausesMs[attempt - 1]
  if (pauseMs === undefined) return undefined
  const at = new Date(now.getTime() + pauseMs)
  return expiresAt === null || at < expiresAt ? at : undefined
}
