import type { Server } from 'node:net'
import { callerSubject } from '../../platform/limits/tries/subject.ts'

/** A hundred phones behind one router have a stream and some requests each. */
const perAddressMaxDefault = 1000

export interface ConnectionBounds {
  /** Addresses that many people come from, such as proxies in front. */
  readonly isExempt: (address: string) => boolean
  readonly perAddressMax?: number
}

/** Keeps one stranger from taking all connections of an origin: those beyond the limit are closed at once. */
export function boundConnections(
  server: Server,
  { isExempt, perAddressMax = perAddressMaxDefault }: ConnectionBounds,
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isExempt(address)) return
    const subject = callerSubject(address)
    const count = (open.get(subject) ?? 0) + 1
    if (count > perAddressMax) {
      socket.destroy()
      return
    }
    open.set(subject, count)
    socket.once('close', () => {
      const left = (open.get(subject) ?? 1) - 1
      if (left > 0) open.set(subject, left)
      else open.delete(subject)
    })
  })
}
