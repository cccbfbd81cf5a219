import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

/** The request that the running code serves, or its connection. */
interface Scope {
  fail: (error: unknown) => void
}

/**
 * Knows which request the running code serves, so that an uncaught exception in a listener, a timer or a promise ends that
 * request and not the process. Node emits the events of a body in the scope of the connection, and those of a connection
 * that closes in none.
 */
export class RunningRequests {
  readonly #scopes = new AsyncLocalStorage<Scope | undefined>()

  /** Opens a scope for each connection of the server. */
  watch(server: Server): void {
    server.prependListener('connection', (socket: Socket) => {
      this.#scopes.enterWith({ fail: () => socket.destroy() })
    })
  }

  /** Everything that `work` starts belongs to the request that `response` answers, even after the response has ended. */
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

  /** Sets how the current request ends after an exception. Until then its connection is cut. */
  endWith(fail: (error: unknown) => void): void {
    const request = this.#scopes.getStore()
    if (request) request.fail = fail
  }

  /** Ends the request that threw the exception; false when there is none. */
  fail(error: unknown): boolean {
    const scope = this.#scopes.getStore()
    // Node would run what follows in the scope of the exception.
    this.#scopes.enterWith(undefined)
    scope?.fail(error)
    return scope !== undefined
  }
}
