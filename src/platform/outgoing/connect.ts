import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Head start of each address (RFC 8305). */
const headStartMsMax = 250
const allTriedMs = 1500
/** A customer's domain may list thousands, and each costs a socket. */
const addressesMax = 16

/** Earlier attempts continue, so a slow host has the full time. Rejects with the first error after all failed. */
export async function connectToFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const tried = addresses.slice(0, addressesMax)
  const headStartMs = Math.min(headStartMsMax, allTriedMs / tried.length)
  const sockets: Socket[] = []
  const attempts: Promise<Socket>[] = []
  let winner: Socket | undefined
  try {
    for (const host of tried) {
      const socket = connect({ host, port, noDelay: true })
      sockets.push(socket)
      const attempt = once(socket, 'connect', { signal }).then(() => socket)
      attempts.push(attempt)
      const failed = () => undefined
      winner = await Promise.race([
        Promise.any(attempts).catch(failed),
        attempt.catch(failed),
        pause(headStartMs, undefined, { ref: false }),
      ])
      if (winner) return winner
    }
    winner = await Promise.any(attempts)
    return winner
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  } finally {
    for (const socket of sockets) if (socket !== winner) socket.destroy()
  }
}
