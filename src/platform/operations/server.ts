import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../log/log.ts'
import { hasCode } from '../system-error.ts'
import type { Metrics } from './metrics.ts'
import { type Check, readiness } from './readiness.ts'

export interface OperationsOptions {
  readonly host: string
  readonly port: number
  /** False: a taken port is replaced by any free one. */
  readonly portChosen: boolean
  readonly checks: Readonly<Record<string, Check>>
  readonly metrics: Metrics
  readonly log: Log
}

export interface OperationsServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const connectionsMax = 64

/** `/livez` (the process answers), `/readyz` (200 or 503) and `/metrics`, without authentication. */
export async function startOperationsServer(options: OperationsOptions): Promise<OperationsServer> {
  const { checks, metrics, log } = options
  const ready = readiness(checks, log)
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, (request, response) => {
    request.resume()
    answer(request.method ?? '', request.url ?? '', response).catch((err: unknown) => {
      log.error({ err }, 'An operations request failed.')
      response.destroy()
    })
  })
  server.maxConnections = connectionsMax

  async function answer(method: string, url: string, response: ServerResponse): Promise<void> {
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return send(response, 405, 'text/plain', 'Use GET or HEAD.\n')
    }
    switch (url.split('?', 1)[0]) {
      case '/livez':
        return send(response, 200, 'text/plain', 'ok\n')
      case '/readyz': {
        const state = await ready()
        return send(response, state.ready ? 200 : 503, 'application/json', `${JSON.stringify(state)}\n`)
      }
      case '/metrics':
        return send(response, 200, metrics.contentType, await metrics.text())
      default:
        return send(response, 404, 'text/plain', 'Unknown path. Use /livez, /readyz or /metrics.\n')
    }
  }

  await listen(server, options)
  return {
    url: addressOf(server),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

async function listen(server: Server, { host, port, portChosen }: OperationsOptions): Promise<void> {
  try {
    await listenOn(server, host, port)
  } catch (err) {
    if (portChosen || !hasCode(err, 'EADDRINUSE')) throw err
    await listenOn(server, host, 0)
  }
}

async function listenOn(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}
