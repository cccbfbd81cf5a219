import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { sessionConfig } from './connection.ts'

/** The one channel of PostgreSQL; a notice on it reads `channel:payload`. Triggers in migrations/ write to it too. */
export const postgresChannel = 'bureau'

/**
 * A session bears this name only while it listens: it is set after LISTEN, and the process that waits for acknowledgement asks
 * the sessions of this name.
 */
export const listenerName = 'bureau listener'

/**
 * With the last answered ping older than this the connection does not count, and a little later it is given up. A process that
 * waits for `acknowledged` at least this long is safe from suspended processes too: they no longer trust their caches.
 */
export const silenceMsMax = 2_500
const giveUpMs = 5_000
const pingEveryMs = 1_000
const reconnectMsMin = 100
const reconnectMsMax = 5_000

/** The session that listens at the moment. */
export interface ListeningSession {
  readonly client: pg.Client
  /** As pg_stat_activity has it. */
  readonly pid: number
  /**
   * When the last answered ping was sent: everything committed before it has been handled. The time of the answer would
   * say too much, for this process may have been suspended before it read the answer.
   */
  askedMs: number
}

/** What was sent, and by which session. */
export interface Notice {
  readonly text: string
  readonly pid: number
}

export type OnNotice = (notice: Notice, session: ListeningSession) => void

interface ListeningOptions {
  readonly connectionString: string
  readonly log: Log
  /** Called in the order of the commits, with the session that heard it; it may be not yet, or no longer, the current one. */
  readonly onNotice: OnNotice
  /** Called when the connection is lost and when it is back. */
  readonly onState: (connected: boolean) => void
}

/** Keeps one connection that listens; resolves when there is the first, and reconnects from then on. */
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
    // With a ping unanswered this cuts the socket, which would wait for a farewell that may never come.
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
    // Nothing to parse or to plan; before the answer PostgreSQL hands out the notices that are there.
    session.client.query('').then(
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
    const session: ListeningSession = { client, pid: rows[0]?.pid ?? 0, askedMs: monotonicMs() }
    client.on('notification', ({ payload: text = '', processId: pid }) => onNotice({ text, pid }, session))
    await client.query(`listen ${postgresChannel}`)
    // From here on others count on our answers, which may be asked for before this query has returned.
    await client.query(`set /* platform.database.connect.2 */ application_name = '${listenerName}'`)
    if (lost.signal.aborted) throw new Error('The connection was lost again at once.')
    return session
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

/** The session idles for good; a machine that went away without a word is forgotten after 15 seconds. */
const sessionSettings = `
  select
    set_config('idle_session_timeout', '0', false),
    set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '2', false)
`
