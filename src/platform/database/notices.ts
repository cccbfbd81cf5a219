import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import type { Signals } from '../signals.ts'
import { sessionConfig } from './connection.ts'
import { settlement } from './settlement.ts'
import { throttled } from './throttled.ts'

export interface SignalsOptions {
  readonly connectionString: string
  readonly log: Log
}

/** The one channel of PostgreSQL; a notice on it reads `channel:payload`. Triggers in migrations/ write to it too. */
const postgresChannel = 'bureau'

/**
 * A session bears this name only while it listens: it is set after LISTEN, and whoever settles a notice asks the sessions of
 * this name for an answer.
 */
const listenerName = 'bureau listener'

const pingEveryMs = 1_000
/**
 * With the last answered ping older than this the connection does not count, and a little later it is given up. Who waits
 * with `settled` at least so long is safe from suspended processes too: they no longer trust what they knew.
 */
export const silenceMsMax = 2_500
const giveUpMs = 5_000
const reconnectMsMin = 100
const reconnectMsMax = 5_000
const repeatMs = 200

/** One connection that listens: notices come in the order of their commits, each listener is called synchronously. */
interface Connection {
  readonly client: pg.Client
  /** Of the session, as pg_stat_activity has it. */
  readonly pid: number
  /**
   * When the last answered ping was sent: everything committed before it has been handled. The time of the answer would
   * say too much, for this process may have been suspended before it read the answer.
   */
  askedMs: number
}

/** Opens the notices of this process and waits until it listens. Later losses of the connection are mended behind the scenes. */
export async function openSignals({ connectionString, log }: SignalsOptions): Promise<Signals> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const connectionListeners = new Set<(connected: boolean) => void>()
  const closed = new AbortController()
  let current: Connection | undefined
  let told = false

  const connected = (): boolean => current !== undefined && monotonicMs() - current.askedMs < silenceMsMax
  const settler = settlement({ listenerName, session: () => current, notify })
  const publisher = throttled(repeatMs, (channel) => notify(`${channel}:`))
  const listening = keepConnected()
  const pinging = setInterval(ping, pingEveryMs).unref()

  function handle(payload: string | undefined): void {
    const [, channel = '', rest = ''] = /^([^:]*):?(.*)$/s.exec(payload ?? '') ?? []
    if (settler.handle(channel, rest)) return
    for (const listener of listeners.get(channel) ?? []) guarded(() => listener(rest))
  }

  function guarded(action: () => void): void {
    try {
      action()
    } catch (error) {
      log.error({ err: error }, 'A listener of notices failed.')
    }
  }

  /** Tells the connection listeners what `connected()` says, when that has changed. */
  function tell(): void {
    const now = connected()
    if (now === told) return
    told = now
    for (const listener of connectionListeners) guarded(() => listener(now))
  }

  /** Resolves to whether the notice went out. */
  async function notify(text: string): Promise<boolean> {
    if (!current) return false
    return current.client.query('select pg_notify($1, $2)', [postgresChannel, text]).then(
      () => true,
      () => false,
    )
  }

  async function connect(): Promise<Connection> {
    const client = new pg.Client({
      ...sessionConfig(connectionString),
      application_name: `${listenerName} (starting)`,
    })
    const ended = (): void => drop(client)
    client.on('error', ended)
    client.on('end', ended)
    client.on('notification', ({ payload }) => handle(payload))
    try {
      await client.connect()
      await client.query(sessionSettings)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const askedMs = monotonicMs()
      await client.query(`listen ${postgresChannel}`)
      await client.query(`set application_name = '${listenerName}'`)
      return { client, pid: rows[0]?.pid ?? 0, askedMs }
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
  }

  function drop(client: pg.Client): void {
    if (current?.client !== client) return
    current = undefined
    tell()
    client.end().catch(() => {})
    if (closed.signal.aborted) return
    log.warn({}, 'The connection that listens for notices was lost.')
    void keepConnected().catch(() => {})
  }

  async function keepConnected(): Promise<void> {
    let waitMs = reconnectMsMin
    while (!closed.signal.aborted) {
      try {
        const connection = await connect()
        if (closed.signal.aborted) return void connection.client.end().catch(() => {})
        current = connection
        tell()
        // What was published while nobody could be told.
        publisher.flush()
        return
      } catch (error) {
        log.warn({ err: error, wait_ms: waitMs }, 'Listening for notices is not possible yet.')
        await delay(waitMs, undefined, { signal: closed.signal }).catch(() => {})
        waitMs = Math.min(waitMs * 2, reconnectMsMax)
      }
    }
  }

  function ping(): void {
    tell()
    const connection = current
    if (!connection) return
    if (monotonicMs() - connection.askedMs > giveUpMs) {
      return drop(connection.client)
    }
    const askedMs = monotonicMs()
    connection.client.query('select 1').then(
      () => {
        connection.askedMs = askedMs
        tell()
      },
      () => drop(connection.client),
    )
  }

  await listening
  return {
    publish: publisher.publish,
    listen: (channel, listener) => {
      const all = listeners.get(channel) ?? new Set()
      // A function of its own, so that one listener may be registered twice and leave once.
      const entry = (payload: string): void => listener(payload)
      listeners.set(channel, all.add(entry))
      return () => void (all.delete(entry) && all.size === 0 && listeners.delete(channel))
    },
    onConnection: (listener) => {
      const entry = (state: boolean): void => listener(state)
      connectionListeners.add(entry)
      return () => void connectionListeners.delete(entry)
    },
    connected,
    settled: settler.settled,
    close: async () => {
      closed.abort()
      clearInterval(pinging)
      publisher.close()
      const connection = current
      current = undefined
      tell()
      await connection?.client.end().catch(() => {})
    },
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
