import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import { endsWhileAwake } from '../deadline.ts'
import type { Log } from '../log/log.ts'
import { sqlState } from './connection.ts'

/** The statement may still have been executed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause })
  }
}

const patienceMs = 900
export const probeMsMaxDefault = 600
const lookEveryMs = 100

interface Wait {
  readonly sinceMs: number
  readonly giveUp: (error: Error) => void
}

/** If an empty statement on a second connection gets no answer, all statements fail until the database answers again. */
export class DatabaseHealth {
  readonly #config: pg.ClientConfig
  readonly #log: Log
  readonly #probeMsMax: number
  readonly #waits = new Set<Wait>()
  #timer: NodeJS.Timeout | undefined
  #client: pg.Client | undefined
  #probing = false
  #away = false
  #answeredMs = 0
  #closed = false

  constructor(config: pg.ClientConfig, log: Log, probeMsMax: number) {
    this.#config = { ...config, connectionTimeoutMillis: 2 * probeMsMax }
    this.#log = log
    this.#probeMsMax = probeMsMax
  }

  /** Rejects with `DatabaseUnavailable`; the work itself is not cancelled. */
  watch<Result>(start: () => Promise<Result>): Promise<Result> {
    if (this.#away) return Promise.reject(new DatabaseUnavailable())
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref()
    return new Promise((resolve, reject) => {
      const giveUp = (error: unknown): void => {
        this.#waits.delete(wait)
        reject(error)
      }
      const wait: Wait = { sinceMs: monotonicMs(), giveUp }
      this.#waits.add(wait)
      start().then(
        (result) => {
          this.#waits.delete(wait)
          resolve(result)
        },
        (error: unknown) => giveUp(isConnectionFailure(error) ? new DatabaseUnavailable(error) : error),
      )
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#client?.end()
  }

  #look(): void {
    const [oldest] = this.#waits
    if (!oldest && !this.#away) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const waitedMs = oldest ? monotonicMs() - Math.max(oldest.sinceMs, this.#answeredMs) : 0
    if (!this.#probing && (this.#away || waitedMs > patienceMs)) void this.#probe()
  }

  async #probe(): Promise<void> {
    this.#probing = true
    const away = !(await this.#answers())
    this.#probing = false
    if (this.#closed) return
    if (away !== this.#away)
      this.#log.warn({}, away ? 'The database does not answer.' : 'The database answers again.')
    this.#away = away
    if (!away) this.#answeredMs = monotonicMs()
    else for (const { giveUp } of this.#waits) giveUp(new DatabaseUnavailable())
  }

  async #answers(): Promise<boolean> {
    const client = (this.#client ??= this.#newClient())
    try {
      const answer = client.query('select /* platform.database.DatabaseHealth */')
      if (await endsWhileAwake(this.#probeMsMax, answer)) return true
    } catch {
      // The connection is unusable.
    }
    this.#forget(client)
    return false
  }

  #newClient(): pg.Client {
    const client = new pg.Client(this.#config)
    client.on('error', () => this.#forget(client))
    client.connect().catch(() => this.#forget(client))
    return client
  }

  #forget(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined
    client.connection.stream.destroy()
  }
}

const messages =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered a connection error|was closed))/

/** 57P: operator intervention. */
function isConnectionFailure(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return state.startsWith('57P')
  return error instanceof Error && ('syscall' in error || messages.test(error.message))
}
