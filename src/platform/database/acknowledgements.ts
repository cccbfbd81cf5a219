import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import { nextFlight } from '../concurrency/single-flight.ts'
import { endsWithin } from '../deadline.ts'
import { listenerName, postgresChannel } from './listening.ts'
import type { ListeningSession } from './listening.ts'

const questionChannel = 'acknowledge'
const answerChannel = 'acknowledged'

const lookEveryMs = 50
const roundMsMax = 10_000

interface Question {
  readonly token: string
  readonly session: ListeningSession
  pids: Set<number>
  readonly answered: Set<number>
  wake: () => void
}

/** PostgreSQL delivers notifications in commit order, so a process that answers has handled all earlier commits. */
export function acknowledgements(currentSession: () => ListeningSession | undefined) {
  const questions = new Map<string, Question>()
  let asked = 0

  function handle(channel: string, payload: string, heardBy: ListeningSession): boolean {
    if (channel !== questionChannel && channel !== answerChannel) return false
    const [token = '', pid] = payload.split(' ')
    const question = questions.get(token)
    if (channel === answerChannel) answer(question, Number(pid))
    else if (question) answer(question, heardBy.pid)
    else void send(heardBy, `${answerChannel}:${token} ${heardBy.pid}`)
    return true
  }

  async function ask(): Promise<void> {
    const startedMs = monotonicMs()
    let question: Question | undefined
    while (monotonicMs() - startedMs < roundMsMax) {
      const current = currentSession()
      if (current && question?.session === current) await forgetGone(question)
      else if (current) {
        // A reconnection may have missed answers.
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
  const acknowledged = async (msMax: number): Promise<void> => void (await endsWithin(msMax, round))
  return { handle, acknowledged }
}

/** Stands for unknown listeners and never answers, so the question is repeated on the next connection. */
const unknownPid = 0

const wake = (): void => {}

function answer(question: Question | undefined, pid: number): void {
  question?.answered.add(pid)
  question?.wake()
}

/** A lost session can't answer and is not awaited. */
const send = (session: ListeningSession, notice: string): Promise<unknown> =>
  session
    .query('select /* platform.database.send */ pg_notify($1, $2)', [postgresChannel, notice])
    .catch(() => {})

const ofListeners = `from pg_stat_activity where application_name = $1 and datname = current_database()`

/** Lists listeners in the statement that asks: a later listener has nothing stale. */
async function put(question: Question): Promise<boolean> {
  const result = await question.session
    .query<{ pids: number[] }>(
      `select /* platform.database.put */ array(select pid ${ofListeners}) as pids, pg_notify('${postgresChannel}', $2)`,
      [listenerName, `${questionChannel}:${question.token}`],
    )
    .catch(() => undefined)
  question.pids = new Set(result?.rows[0]?.pids)
  return result !== undefined
}

async function forgetGone(question: Question): Promise<void> {
  const result = await question.session
    .query<{ pid: number }>(`select /* platform.database.forgetGone */ pid ${ofListeners}`, [listenerName])
    .catch(() => undefined)
  if (!result) return
  const left = new Set(result.rows.map(({ pid }) => pid)).add(unknownPid)
  question.pids = question.pids.intersection(left)
}

async function woken(question: Question | undefined): Promise<void> {
  const answered = new Promise<void>((resolve) => question && (question.wake = resolve))
  await Promise.race([answered, delay(lookEveryMs, undefined, { ref: false })])
}
