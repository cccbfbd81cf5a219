import { performance } from 'node:perf_hooks'
import Fastify from 'fastify'
import pg from 'pg'

// What Bureau is measured against: no key, no limits, no log, no envelope; one select by primary key.
const [connectionString = '', fileId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 10 })
// The database may stop before this process does.
pool.on('error', () => undefined)
const select = { name: 'bare', text: 'select * from files.file where id = $1', values: [fileId] }

const app = Fastify()
app.get('/', async () => (await pool.query<object>(select)).rows[0])
const url = await app.listen({ host: '127.0.0.1', port: 0 })

process.on('message', (order: { readonly seconds: number; readonly connections: number }) => {
  void run(order).then((sample) => process.send?.(sample))
})
process.send?.({ url })

/** The select in a loop, as many at once as there are connections in the other measurements. */
async function run({ seconds, connections }: { readonly seconds: number; readonly connections: number }) {
  const endMs = performance.now() + seconds * 1000
  const latencies: number[] = []
  const loop = async () => {
    while (performance.now() < endMs) {
      const startedMs = performance.now()
      await pool.query(select)
      latencies.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) }
}
