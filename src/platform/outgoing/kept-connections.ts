import type { RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { type CheckedOptions, SecureConnections } from './connections.ts'

/** Per host and in total. A handshake costs as much as several requests, so a host keeps as many as a steady stream uses. */
const idleOfHostMax = 64
const idleMax = 256

/** Shorter than the idle time-outs of servers and networks. */
const idleMsMax = 15_000

/** Reused only if the host resolved to the same checked addresses, so a name that moved never reaches its old place. */
export class KeptConnections extends SecureConnections {
  constructor() {
    // No TLS session resumption, which would skip the certificate check.
    super({ keepAlive: true, maxFreeSockets: idleOfHostMax, timeout: idleMsMax, maxCachedSessions: 0 })
  }

  override getName(options: RequestOptions & Partial<CheckedOptions> = {}): string {
    const addresses = (options.checkedAddresses ?? []).toSorted().join(' ')
    return `${super.getName(options)} ${addresses}`
  }

  /** Node closes a connection if this returns nothing. */
  override keepSocketAlive(socket: Duplex): void {
    if (this.#idle() < idleMax) return super.keepSocketAlive(socket)
  }

  #idle(): number {
    return Object.values(this.freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0)
  }
}
