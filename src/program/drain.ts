import net from 'node:net'
import { setImmediate as nextLook, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../platform/clock.ts'
import { OperatorError } from '../platform/operator-error.ts'

/** The time between SIGTERM and the stop, in which load balancers turn to other processes. */
export interface Drain {
  readonly begun: () => boolean
  readonly endsConnections: () => boolean
  /** For `/readyz`. */
  readonly check: () => Promise<void>
  readonly run: (seconds: number) => Promise<void>
  readonly keepingConnections: <Result>(work: () => Promise<Result>) => Promise<Result>
}

export function openDrain(): Drain {
  let [begun, keeping] = [false, 0]
  return {
    begun: () => begun,
    endsConnections: () => begun && keeping === 0,
    check: async () => {
      if (begun) throw new OperatorError('This process was told to stop; send requests to another one.')
    },
    run: (seconds) => {
      begun = true
      return delay(seconds * 1000)
    },
    keepingConnections: async (work) => {
      keeping++
      try {
        return await work()
      } finally {
        keeping--
      }
    },
  }
}

/** Consecutive checks without a new connection. Not timed, because a blocked process sees no connections either. */
const quietLooks = 20
const quietWaitMsMax = 1000
/** Connections in use end with their next answer. Those left after this time, or another drain time, are idle. */
const endWaitMsMin = 1000
const lookMs = 10

/**
 * Closing a port resets connections that wait to be accepted, and a proxy whose connections end opens one for
 * each request. So connections stay open until the proxy needs no new ones. Then the ports close.
 */
export async function closeGently(
  apps: readonly FastifyInstance[],
  drain: Drain,
  drainSeconds: number,
): Promise<void> {
  const endWaitMs = Math.max(endWaitMsMin, drainSeconds * 1000)
  if (drain.begun()) {
    await drain.keepingConnections(() => Promise.all(apps.map(closePort)))
    await Promise.all(apps.map((app) => untilEnded(app, endWaitMs)))
  }
  await Promise.all(apps.map((app) => app.close()))
}

/** The server's own close would also end connections on which a request may be arriving. */
async function closePort(app: FastifyInstance): Promise<void> {
  await untilQuiet(app)
  net.Server.prototype.close.call(app.server)
}

/** Ends right after a check that found no connection waiting to be accepted. */
async function untilQuiet(app: FastifyInstance): Promise<void> {
  const startedMs = monotonicMs()
  let connected = 0
  const note = () => void connected++
  app.server.on('connection', note)
  for (let looks = 0; looks < quietLooks && monotonicMs() - startedMs < quietWaitMsMax;) {
    const before = connected
    await delay(lookMs)
    looks = connected === before ? looks + 1 : 0
  }
  for (let seen = NaN; seen !== connected && monotonicMs() - startedMs < 2 * quietWaitMsMax;) {
    seen = connected
    await nextLook()
  }
  app.server.off('connection', note)
}

async function untilEnded({ server }: FastifyInstance, msMax: number): Promise<void> {
  const startedMs = monotonicMs()
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((error, open) => resolve(error ? 0 : open)))
  while ((await count()) > 0 && monotonicMs() - startedMs < msMax) await delay(lookMs)
}
