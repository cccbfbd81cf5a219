import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** What was given away already need not be in use yet. */
const given = new Set<number>()

/**
 * A port of this machine on which nothing listens. Not one that the system would give away: connections of other tests that go
 * out have those, and may take it before it is used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 20_000)
  if (given.has(port)) return freePort()
  given.add(port)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
