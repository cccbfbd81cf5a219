import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

// Receives deliveries in its own process. It never answers the path `/never`.

/** Deliveries since the last report. */
export interface Report {
  /** Delivery id → how often it came. */
  readonly deliveries: readonly (readonly [id: number, times: number])[]
  /** Milliseconds from the event to the arrival of its first attempt. */
  readonly latencies: readonly number[]
  readonly firstMs: number
  readonly lastMs: number
}

const [keyFile = '', certFile = ''] = process.argv.slice(2)

let deliveries = new Map<number, number>()
let latencies: number[] = []
let [firstMs, lastMs] = [0, 0]

const server = https.createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile), keepAliveTimeout: 60_000 },
  (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (request.url === '/never') return
      note(Number(request.headers['x-service-delivery']), Buffer.concat(pieces).toString())
      response.end('ok')
    })
  },
)

function note(id: number, body: string): void {
  const now = Date.now()
  const times = deliveries.get(id) ?? 0
  deliveries.set(id, times + 1)
  firstMs ||= now
  lastMs = now
  if (times > 0) return
  const { data } = JSON.parse(body) as { readonly data: { readonly at: number } }
  latencies.push(now - data.at)
}

function report(): Report {
  const taken = { deliveries: [...deliveries], latencies, firstMs, lastMs }
  deliveries = new Map()
  latencies = []
  firstMs = 0
  lastMs = 0
  return taken
}

// The bench ended, however it did.
process.on('disconnect', () => process.exit())
process.on('message', () => process.send?.(report()))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
