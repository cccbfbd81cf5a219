import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { monotonicMs } from '../clock.ts'

/** Channels of the question and of the answers; a service's own channels have other names. */
const questionChannel = 'settle'
const answerChannel = 'settled'

/** How often the waiting side looks who is still there: a process that was killed gives no answer. */
const lookEveryMs = 50
/** A round ends at the latest then, whatever its callers allow. */
const roundMsMax = 10_000

/** The listening session of this process, when it has one. */
interface Session {
  readonly client: pg.Client
  readonly pid: number
}

interface SettlementOptions {
  readonly listenerName: string
  readonly session: () => Session | undefined
  readonly notify: (text: string) => Promise<boolean>
}

/** A question that is out, and who has answered it. */
interface Round {
  readonly token: string
  readonly answered: Set<number>
  wake: () => void
}

/**
 * Finds out when every listening process has handled what was committed so far. PostgreSQL hands out notices in the order of
 * their commits, so a process that answers our question has handled all earlier ones. Calls that come while a question is
 * out share the next one: at most two are under way in a process.
 */
export function settlement({ listenerName, session, notify }: SettlementOptions) {
  /** At most one at a time in fact; by token, because a notice of an earlier one may still come. */
  const rounds = new Map<string, Round>()
  let roundsAsked = 0
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  /** Answers whether the notice was one of ours. */
  function handle(channel: string, payload: string): boolean {
    if (channel !== questionChannel && channel !== answerChannel) return false
    const [token = '', pid] = payload.split(' ')
    const own = session()?.pid
    if (channel === answerChannel) answer(token, Number(pid))
    else if (rounds.has(token)) answer(token, own ?? 0)
    else if (own !== undefined) void notify(`${answerChannel}:${token} ${own}`)
    return true
  }

  function answer(token: string, pid: number): void {
    const round = rounds.get(token)
    round?.answered.add(pid)
    round?.wake()
  }

  async function ask(): Promise<void> {
    const startedMs = monotonicMs()
    let asked: { pids: Set<number>; round: Round; of: Session } | undefined
    try {
      while (monotonicMs() - startedMs < roundMsMax) {
        const current = session()
        // After a reconnection the answers may have been missed: ask again.
        if (current && asked?.of !== current) {
          if (asked) rounds.delete(asked.round.token)
          asked = await put(current)
        } else if (current && asked) {
          const pids = await listeningPids(current)
          if (pids) asked.pids = asked.pids.intersection(pids)
        }
        if (asked && asked.pids.isSubsetOf(asked.round.answered)) return
        await woken(asked?.round)
      }
    } finally {
      if (asked) rounds.delete(asked.round.token)
    }
  }

  /** Who listens is read in the statement that asks, before its commit: whoever comes later has nothing old to forget. */
  async function put(of: Session): Promise<{ pids: Set<number>; round: Round; of: Session } | undefined> {
    const round: Round = { token: `${of.pid}.${++roundsAsked}`, answered: new Set(), wake: () => {} }
    rounds.set(round.token, round)
    const text = `${questionChannel}:${round.token}`
    const result = await of.client
      .query<{ pids: number[] }>(`select array(${listening}) as pids, pg_notify('bureau', $2)`, [
        listenerName,
        text,
      ])
      .catch(() => undefined)
    if (result) return { pids: new Set(result.rows[0]?.pids), round, of }
    rounds.delete(round.token)
    return undefined
  }

  async function listeningPids({ client }: Session): Promise<Set<number> | undefined> {
    const result = await client.query<{ pid: number }>(listening, [listenerName]).catch(() => undefined)
    return result && new Set(result.rows.map(({ pid }) => pid))
  }

  /** One question at a time. A call may not join the one that is out: it may have been asked before the caller's commit. */
  function round(): Promise<void> {
    if (!running) {
      running = ask().finally(() => (running = undefined))
      return running
    }
    next ??= running.then(() => {
      next = undefined
      return round()
    })
    return next
  }

  return {
    handle,
    settled: (msMax: number): Promise<void> => within(msMax, round()),
  }
}

const listening = `
  select pid
  from pg_stat_activity
  where application_name = $1 and datname = current_database()
`

/** Waits for the next answer, or until it is time to look who is still there. */
async function woken(round: Round | undefined): Promise<void> {
  const answered = new Promise<void>((resolve) => round && (round.wake = resolve))
  await Promise.race([answered, delay(lookEveryMs, undefined, { ref: false })])
}

async function within(msMax: number, work: Promise<void>): Promise<void> {
  const patience = new AbortController()
  const late = delay(msMax, undefined, { signal: patience.signal }).catch(() => {})
  await Promise.race([work, late])
  patience.abort()
}
