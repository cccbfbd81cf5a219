import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import { nextFlight } from '../concurrency/single-flight.ts'
import { endsWithin } from '../deadline.ts'
import { listenerName, postgresChannel } from './listening.ts'
import type { ListeningSession } from './listening.ts'

/** Channels of the question and of the answers; a service's own channels have other names. */
const questionChannel = 'acknowledge'
const answerChannel = 'acknowledged'

/** How often the waiting side looks who is still there: a process that was killed gives no answer. */
const lookEveryMs = 50
/** A round ends at the latest then, whatever its callers allow. */
const roundMsMax = 10_000

/** A question that is out. */
interface Question {
  readonly token: string
  readonly session: ListeningSession
  /** The sessions that must answer, without those that are gone by now. */
  pids: Set<number>
  readonly answered: Set<number>
  wake: () => void
}

/**
 * Finds out when every listening process has handled what was committed so far. PostgreSQL hands out notices in the order of
 * their commits, so a process that answers our question has handled all earlier ones.
 */
export function acknowledgements(currentSession: () => ListeningSession | undefined) {
  const questions = new Map<string, Question>()
  let asked = 0

  /** Answers whether the notice was one of ours. */
  function handle(channel: string, payload: string, heardBy: ListeningSession): boolean {
    if (channel !== questionChannel && channel !== answerChannel) return false
    const [token = '', pid] = payload.split(' ')
    const question = questions.get(token)
    if (channel === answerChannel) answer(question, Number(pid))
    else if (question) answer(question, heardBy.pid)
    else void send(heardBy, `${answerChannel}:${token} ${heardBy.pid}`)
    return true
  }

  /** Asks every listener and waits for the answers. */
  async function ask(): Promise<void> {
    const startedMs = monotonicMs()
    let question: Question | undefined
    while (monotonicMs() - startedMs < roundMsMax) {
      const current = currentSession()
      if (current && question?.session === current) await forgetGone(question)
      else if (current) {
        // The first time, or after a reconnection, which may have missed answers.
        if (question) questions.delete(question.token)
        question = {
          token: `${current.pid}.${++asked}`,
          session: current,
          pids: new Set(),
          answered: new Set(),
          wake,
        }
        questions.set(question.token, question)
        if (!(await put(question))) question.pids.add(unknownPid)
      }
      if (question?.pids.isSubsetOf(question.answered)) break
      await woken(question)
    }
    if (question) questions.delete(question.token)
  }

  const round = nextFlight(ask)
  /** Resolves at the latest after `msMax`. */
  const acknowledged = async (msMax: number): Promise<void> => void (await endsWithin(msMax, round))
  return { handle, acknowledged }
}

/** Stands for listeners that could not be listed, and never answers: the question is put again on the next connection. */
const unknownPid = 0

const wake = (): void => {}

function answer(question: Question | undefined, pid: number): void {
  question?.answered.add(pid)
  question?.wake()
}

/** A session that is lost cannot answer, and is not waited for. */
const send = ({ client }: ListeningSession, notice: string): Promise<unknown> =>
  client
    .query('select /* platform.database.send */ pg_notify($1, $2)', [postgresChannel, notice])
    .catch(() => {})

const ofListeners = `from pg_stat_activity where application_name = $1 and datname = current_database()`

/** Who listens is read in the statement that asks, before its commit: a later listener does not have anything old to forget. */
async function put(question: Question): Promise<boolean> {
  const { client } = question.session
  const result = await client
    .query<{ pids: number[] }>(
      `select /* platform.database.put */ array(select pid ${ofListeners}) as pids, pg_notify('${postgresChannel}', $2)`,
      [listenerName, `${questionChannel}:${question.token}`],
    )
    .catch(() => undefined)
  question.pids = new Set(result?.rows[0]?.pids)
  return result !== undefined
}

async function forgetGone(question: Question): Promise<void> {
  const { client } = question.session
  const result = await client
    .query<{ pid: number }>(`select /* platform.database.forgetGone */ pid ${ofListeners}`, [listenerName])
    .catch(() => undefined)
  if (!result) return
  const left = new Set(result.rows.map(({ pid }) => pid)).add(unknownPid)
  question.pids = question.pids.intersection(left)
}

/** Waits for the next answer, or until it is time to look who is still there. */
async function woken(question: Question | undefined): Promise<void> {
  const answered = new Promise<void>((resolve) => question && (question.wake = resolve))
  await Promise.race([answered, delay(lookEveryMs, undefined, { ref: false })])
}
