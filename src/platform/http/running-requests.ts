import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

interface Scope {
  fail: (error: unknown) => void
}

/** Ends the current request after an uncaught exception. Node emits body events in the connection's scope. */
export class RunningRequests {
  readonly #scopes = new AsyncLocalStorage<Scope | undefined>()

  watch(server: Server): void {
    server.prependListener('connection', (socket: Socket) => {
      this.#scopes.enterWith({ fail: () => socket.destroy() })
    })
  }

  /** Binds everything that `work` starts to the request, even after the response has ended. */
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

  endWith(fail: (error: unknown) => void): void {
    const request = this.#scopes.getStore()
    if (request) request.fail = fail
  }

  fail(error: unknown): boolean {
    const scope = this.#scopes.getStore()
    // Node would continue in the exception's scope.
    this.#scopes.enterWith(undefined)
    scope?.fail(error)
    return scope !== undefined
  }
}
