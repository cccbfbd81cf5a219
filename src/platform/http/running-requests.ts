import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

/** The request, or else the connection, that code runs for. */
interface Scope {
  fail: (error: unknown) => void
}

/**
 * Knows which request the running code belongs to, so that an exception which nothing catches, as in a listener or a timer,
 * ends that request and not the process. Node emits the events of a body in the scope of its connection.
 */
export class RunningRequests {
  readonly #scopes = new AsyncLocalStorage<Scope | undefined>()

  /** For each connection of the server, before anything else listens to it. */
  watch(server: Server): void {
    server.prependListener('connection', (socket: Socket) => {
      this.#scopes.enterWith({ fail: () => socket.destroy() })
    })
  }

  /** What `work` begins, now or later, belongs to the request that is answered with `response`, even after its end. */
  begin(response: ServerResponse, work: () => void): void {
    const request: Scope = { fail: () => response.destroy() }
    const connection = this.#scopes.getStore()
    if (connection) connection.fail = (error) => request.fail(error)
    response.once('close', () => {
      request.fail = () => {}
      if (connection) connection.fail = () => response.req.socket.destroy()
    })
    this.#scopes.run(request, work)
  }

  /** How the current request ends after an exception, once it can be answered. */
  endWith(fail: (error: unknown) => void): void {
    const request = this.#scopes.getStore()
    if (request) request.fail = fail
  }

  /** Ends the request in which the exception was thrown; false when it belongs to none. */
  fail(error: unknown): boolean {
    const scope = this.#scopes.getStore()
    // Node leaves the scope of an exception behind for whatever runs next.
    this.#scopes.enterWith(undefined)
    scope?.fail(error)
    return scope !== undefined
  }
}
