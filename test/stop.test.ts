import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startServer } from './server.ts'

const directory = mkdtempSync(join(tmpdir(), 'bureau-stop-'))
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  rmSync(directory, { recursive: true, force: true })
})

async function sendHalfAHead(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), 'localhost')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write('GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX-Half: ')
}

test('a server waits half a minute at most for what is under way, on all origins together', async () => {
  const server = await startServer({ dataDir: join(directory, 'data') })
  // Each origin gives it half a minute.
  await Promise.all(Object.values<string>({ ...server.urls }).map(sendHalfAHead))
  const startedMs = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - startedMs).toBeLessThan(50_000)
}, 180_000)
