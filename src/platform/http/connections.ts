import type { Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { monotonicMs } from '../clock.ts'
import { callerSubject } from '../caller-subject.ts'
import type { Log } from '../log/log.ts'
import { trustOf, type Trust } from './trusted-proxies.ts'

export interface ConnectionLimits {
  readonly max: number
  readonly perAddressMax: number
}

const warnEveryMs = 60_000
const closeIdleEveryMs = 1000
const isLocal = trustOf(['loopback'])

/** Closes connections beyond the limits, so that the process keeps descriptors for itself; at the total limit also idle ones. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #log: Log
  readonly #ofAddress = new Map<string, number>()
  readonly #addresses = new WeakMap<Socket, string>()
  readonly #servers: (Server | SecureServer)[] = []
  #open = 0
  #closedIdleAtMs = Number.NEGATIVE_INFINITY
  #warnedAtMs = Number.NEGATIVE_INFINITY

  constructor(limits: ConnectionLimits, log: Log) {
    this.#limits = limits
    this.#log = log
  }

  /** Trusted proxies and this machine carry many clients, so they only count toward the total. */
  bound(server: Server | SecureServer, isProxy: Trust): void {
    this.#servers.push(server)
    server.on('connection', (socket: Socket) => {
      const address = socket.remoteAddress
      if (!this.#take(socket, address === undefined || isProxy(address, 0) || isLocal(address, 0)))
        socket.destroy()
    })
  }

  /** Stops counting a connection per address: it carries the requests of many clients. */
  exempt(socket: Socket): void {
    const address = this.#addresses.get(socket)
    if (address === undefined) return
    this.#addresses.delete(socket)
    const left = (this.#ofAddress.get(address) ?? 1) - 1
    if (left > 0) this.#ofAddress.set(address, left)
    else this.#ofAddress.delete(address)
  }

  #take(socket: Socket, isShared: boolean): boolean {
    if (this.#open >= this.#limits.max) {
      this.#warn()
      this.#closeIdle()
      return false
    }
    if (!isShared && !this.#takeFor(callerSubject(socket.remoteAddress ?? ''), socket)) return false
    this.#open += 1
    socket.once('close', () => {
      this.#open -= 1
      this.exempt(socket)
    })
    return true
  }

  #takeFor(address: string, socket: Socket): boolean {
    const count = (this.#ofAddress.get(address) ?? 0) + 1
    if (count > this.#limits.perAddressMax) return false
    this.#ofAddress.set(address, count)
    this.#addresses.set(socket, address)
    return true
  }

  #closeIdle(): void {
    if (monotonicMs() - this.#closedIdleAtMs < closeIdleEveryMs) return
    this.#closedIdleAtMs = monotonicMs()
    for (const server of this.#servers) server.closeIdleConnections()
  }

  #warn(): void {
    if (monotonicMs() - this.#warnedAtMs < warnEveryMs) return
    this.#warnedAtMs = monotonicMs()
    this.#log.warn({ max: this.#limits.max }, 'New connections are closed: as many as may be are open.')
  }
}
