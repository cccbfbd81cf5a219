import type { RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { type CheckedOptions, SecureConnections } from './connections.ts'

/**
 * Idle connections of one host, and of all. An idle connection costs memory here and at the receiver, and a handshake
 * costs as much as several requests: a host keeps as many as are in use at once in a steady stream.
 */
const idleOfHostMax = 64
const idleMax = 256

/** Shorter than what servers and the networks between keep an idle connection for. */
const idleMsMax = 15_000

/**
 * https connections that are kept for the next request. A connection belongs to the addresses that were checked when it was made,
 * and is taken only by a request for which the host resolved to the same ones: a name that leads elsewhere now never reaches
 * the place that it led to before.
 */
export class KeptConnections extends SecureConnections {
  constructor() {
    // Sessions of TLS are not kept: a resumed one would not check the certificate again.
    super({ keepAlive: true, maxFreeSockets: idleOfHostMax, timeout: idleMsMax, maxCachedSessions: 0 })
  }

  override getName(options: RequestOptions & Partial<CheckedOptions> = {}): string {
    const addresses = (options.checkedAddresses ?? []).toSorted().join(' ')
    return `${super.getName(options)} ${addresses}`
  }

  /** Node closes a connection for which this returns nothing. */
  override keepSocketAlive(socket: Duplex): void {
    if (this.#idle() < idleMax) return super.keepSocketAlive(socket)
  }

  #idle(): number {
    return Object.values(this.freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0)
  }
}
