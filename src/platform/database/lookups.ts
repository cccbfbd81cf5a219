import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { sqlState } from './connection.ts'
import { queryConfig } from './queryable.ts'
import type { Statement } from './sql.ts'

export interface LookupsOptions {
  readonly config: pg.ClientConfig
  readonly log: Log
  readonly otherwise: <Row>(statement: Statement) => Promise<Row | undefined>
}

interface Lookup {
  readonly statement: Statement
  readonly resolve: (row: unknown) => void
  readonly reject: (error: unknown) => void
}

/** After this silence a slow statement blocks the connection, and lookups use the pool. */
const heldUpMs = 25

const retryMs = 1000

/** All lookups of a tick are written at once, because waking PostgreSQL costs more than a lookup. Failures are independent. */
export class Lookups {
  readonly #options: LookupsOptions
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  #waiting: Lookup[] = []
  #underWay = 0
  #progressMs = 0
  #triedMs = -Infinity
  #closed = false

  constructor(options: LookupsOptions) {
    this.#options = options
  }

  find<Row>(statement: Statement): Promise<Row | undefined> {
    if (!this.#usable()) return this.#options.otherwise<Row>(statement)
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#send())
      this.#waiting.push({ statement, resolve: resolve as Lookup['resolve'], reject })
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#connecting
    await this.#client?.end()
  }

  #usable(): boolean {
    if (this.#client) return this.#underWay === 0 || monotonicMs() - this.#progressMs < heldUpMs
    if (!this.#connecting && !this.#closed && monotonicMs() - this.#triedMs > retryMs) this.#connect()
    return false
  }

  #connect(): void {
    this.#triedMs = monotonicMs()
    const client = new pg.Client({ ...this.#options.config, pipeline: true })
    client.on('error', (err) => {
      if (this.#client === client) this.#client = undefined
      this.#options.log.warn({ err }, 'The connection for lookups was lost; the pool is used.')
    })
    this.#connecting = client
      .connect()
      .then(
        () => void (this.#client = client),
        (err: unknown) =>
          this.#options.log.warn({ err }, 'The connection for lookups cannot be made; the pool is used.'),
      )
      .finally(() => (this.#connecting = undefined))
  }

  #send(): void {
    const lookups = this.#waiting
    this.#waiting = []
    const client = this.#client
    if (!client) {
      for (const lookup of lookups) this.#goAround(lookup)
      return
    }
    if (this.#underWay === 0) this.#progressMs = monotonicMs()
    this.#underWay += lookups.length
    const { stream } = client.connection
    stream.cork()
    for (const lookup of lookups) {
      client.query(queryConfig(lookup.statement), (error: Error | null, result) => {
        this.#answer(lookup, error, result)
      })
    }
    stream.uncork()
  }

  #answer(lookup: Lookup, error: Error | null, result: pg.QueryResult): void {
    this.#underWay--
    this.#progressMs = monotonicMs()
    if (!error) lookup.resolve(result.rows[0])
    else if (isLost(error)) this.#goAround(lookup)
    else lookup.reject(error)
  }

  /** Lookups change nothing, so pending ones can be repeated. */
  #goAround({ statement, resolve, reject }: Lookup): void {
    this.#options.otherwise(statement).then(resolve, reject)
  }
}

/** 57P: operator intervention. */
function isLost(error: Error): boolean {
  const state = sqlState(error)
  return state === undefined || state.startsWith('57P')
}
