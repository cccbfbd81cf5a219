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
  /** What each process answered: empty for a topic that it does not know. */
  readonly answers: Map<number, string>
  wake: () => void
}

/** PostgreSQL delivers notifications in commit order, so a process that answers has handled all earlier commits. */
export function acknowledgements(currentSession: () => ListeningSession | undefined) {
  const questions = new Map<string, Question>()
  const topics = new Map<string, () => string>()
  let asked = 0

  function handle(channel: string, payload: string, heardBy: ListeningSession): boolean {
    if (channel !== questionChannel && channel !== answerChannel) return false
    const [token = '', second = '', ...rest] = payload.split(' ')
    const question = questions.get(token)
    if (channel === answerChannel) {
      answer(question, Number(second), rest.join(' '))
    } else {
      const text = topics.get(second)?.() ?? ''
      if (question) answer(question, heardBy.pid, text)
      else void send(heardBy, `${answerChannel}:${token} ${heardBy.pid} ${text}`)
    }
    return true
  }

  /** Resolves with an answer of each listening process; undefined for one that is silent. */
  async function ask(topic: string): Promise<readonly (string | undefined)[]> {
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
          answers: new Map(),
          wake,
        }
        questions.set(question.token, question)
        if (!(await put(question, topic))) question.pids.add(unknownPid)
      }
      if (question?.pids.isSubsetOf(question.answers)) break
      await woken(question)
    }
    if (!question) return [undefined]
    questions.delete(question.token)
    return [...question.pids].map((pid) => question.answers.get(pid))
  }

  const round = nextFlight(async () => void (await ask('')))
  const acknowledged = async (msMax: number): Promise<void> => void (await endsWithin(msMax, round))
  return {
    handle,
    acknowledged,
    ask,
    onQuestion: (topic: string, answerOf: () => string) => void topics.set(topic, answerOf),
  }
}

/** Stands for unknown listeners and never answers, so the question is repeated on the next connection. */
const unknownPid = 0

const wake = (): void => {}

function answer(question: Question | undefined, pid: number, text: string): void {
  question?.answers.set(pid, text)
  question?.wake()
}

/** A lost session can't answer and is not awaited. */
const send = (session: ListeningSession, notice: string): Promise<unknown> =>
  session
    .query('select /* platform.database.send */ pg_notify($1, $2)', [postgresChannel, notice])
    .catch(() => {})

const ofListeners = `from pg_stat_activity where application_name = $1 and datname = current_database()`

/** Lists listeners in the statement that asks: a later listener has nothing stale. */
async function put(question: Question, topic: string): Promise<boolean> {
  const result = await question.session
    .query<{ pids: number[] }>(
      `select /* platform.database.put */ array(select pid ${ofListeners}) as pids, pg_notify('${postgresChannel}', $2)`,
      [listenerName, `${questionChannel}:${question.token} ${topic}`],
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
