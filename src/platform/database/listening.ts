import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { sessionConfig } from './connection.ts'

/** Payloads are `channel:payload`. Triggers in migrations/ use it too. */
export const postgresChannel = 'bureau'

/** Set after LISTEN; acknowledgements count the sessions with this name. */
export const listenerName = 'bureau listener'

/** Older connections are distrusted. Waiting this long for `acknowledged` covers suspended processes, which distrust theirs. */
export const silenceMsMax = 2_500
const giveUpMs = 5_000
const pingEveryMs = 1_000
const reconnectMsMin = 100
const reconnectMsMax = 5_000

export interface ListeningSession {
  readonly client: pg.Client
  readonly pid: number
  /** One after the other. */
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<pg.QueryResult<Row>>
  /** When the last answered ping was sent. The time of the answer would be too late if this process was suspended meanwhile. */
  askedMs: number
}

export interface Notice {
  readonly text: string
  readonly pid: number
}

export type OnNotice = (notice: Notice, session: ListeningSession) => void

interface ListeningOptions {
  readonly connectionString: string
  readonly log: Log
  /** In commit order; the session may not be the current one. */
  readonly onNotice: OnNotice
  readonly onState: (connected: boolean) => void
}

export async function keepListening({ connectionString, log, onNotice, onState }: ListeningOptions) {
  const closed = new AbortController()
  let current: ListeningSession | undefined
  let told = false
  const isClosed = (): boolean => closed.signal.aborted

  const connected = (): boolean => current !== undefined && monotonicMs() - current.askedMs < silenceMsMax

  function tell(): void {
    if (connected() === told) return
    told = !told
    onState(told)
  }

  function drop(client: pg.Client): void {
    if (current?.client !== client) return
    current = undefined
    tell()
    client.end().catch(() => {})
    log.warn({}, 'The connection for notices was lost; reconnecting.')
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    let waitMs = reconnectMsMin
    while (!isClosed() && !current) {
      try {
        const session = await connect(connectionString, onNotice, drop)
        if (isClosed()) return void session.client.end().catch(() => {})
        current = session
        tell()
      } catch (error) {
        log.warn({ err: error, wait_ms: waitMs }, 'Notices cannot be received yet; retrying.')
        await delay(waitMs, undefined, { signal: closed.signal }).catch(() => {})
        waitMs = Math.min(waitMs * 2, reconnectMsMax)
      }
    }
  }

  function ping(): void {
    tell()
    const session = current
    if (!session) return
    const askedMs = monotonicMs()
    if (askedMs - session.askedMs > giveUpMs) return drop(session.client)
    // An empty query needs no planning; pending notifications arrive before its answer.
    session.query('').then(
      () => {
        session.askedMs = askedMs
        tell()
      },
      () => drop(session.client),
    )
  }

  await reconnect()
  const pinging = setInterval(ping, pingEveryMs).unref()
  return {
    session: () => current,
    connected,
    close: async (): Promise<void> => {
      closed.abort()
      clearInterval(pinging)
      const session = current
      current = undefined
      tell()
      await session?.client.end().catch(() => {})
    },
  }
}

async function connect(
  connectionString: string,
  onNotice: OnNotice,
  onEnd: (client: pg.Client) => void,
): Promise<ListeningSession> {
  const client = new pg.Client({
    ...sessionConfig(connectionString),
    application_name: `${listenerName} (starting)`,
  })
  const lost = new AbortController()
  const ended = (): void => {
    lost.abort()
    onEnd(client)
  }
  client.on('error', ended)
  client.on('end', ended)
  try {
    await client.connect()
    await client.query(sessionSettings)
    const { rows } = await client.query<{ pid: number }>(
      'select /* platform.database.connect */ pg_backend_pid() as pid',
    )
    const session: ListeningSession = {
      client,
      pid: rows[0]?.pid ?? 0,
      query: inTurn(client),
      askedMs: monotonicMs(),
    }
    client.on('notification', ({ payload: text = '', processId: pid }) => onNotice({ text, pid }, session))
    await client.query(`listen ${postgresChannel}`)
    // From here on others wait for our answers, even before this query returns.
    await client.query(`set /* platform.database.connect.2 */ application_name = '${listenerName}'`)
    if (lost.signal.aborted) throw new Error('The connection was lost again at once.')
    return session
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

function inTurn(client: pg.Client): ListeningSession['query'] {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const answer = last.then(() => client.query<Row>(text, [...values]))
    last = answer.catch(() => undefined)
    return answer
  }
}

/** Never idles out; a vanished machine is detected after 15 seconds. */
const sessionSettings = `
  select
    set_config('idle_session_timeout', '0', false),
    set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '2', false)
`
