import net from 'node:net'
import { setImmediate as nextLook, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../platform/clock.ts'
import { OperatorError } from '../platform/operator-error.ts'

/** The time between the signal to stop and the stop, in which balancers send their requests elsewhere. */
export interface Drain {
  readonly begun: () => boolean
  /** Whether answers end their connections. */
  readonly endsConnections: () => boolean
  /** For `/readyz`. */
  readonly check: () => Promise<void>
  /** Resolves when the time is over. */
  readonly run: (seconds: number) => Promise<void>
  /** Keeps connections while `work` runs. */
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

/**
 * Nobody connected at so many looks, so probably nobody is about to. Counted and not timed: while this process is held up
 * nobody is seen to connect either.
 */
const quietLooks = 20
const quietWaitMsMax = 1000
/** Connections in use end with their next answer; what is left after this long, or after the drain time again, is idle. */
const endWaitMsMin = 1000
const lookMs = 10

/**
 * Closes origins without cutting a request, all at once: each may have to wait for what is under way. Closing a port resets
 * connections that wait to be accepted, and a proxy whose connections are ended opens one for each request. So connections are
 * kept for a moment, until the proxy needs no new ones; then the ports are closed, and each connection ends with its next
 * answer. A proxy that connects now is refused and goes elsewhere.
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

/** Only the port: the server's own close would also end connections on which a request may be on its way. */
async function closePort(app: FastifyInstance): Promise<void> {
  await untilQuiet(app)
  net.Server.prototype.close.call(app.server)
}

/** Ends right after a look at the port that found nobody waiting to be accepted. */
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
