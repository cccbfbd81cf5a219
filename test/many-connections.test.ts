import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { command, startServer, type Server } from './server.ts'
import { until } from './until.ts'

describe('a server that may open 400 files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-connections-'))
  const sockets: Socket[] = []
  let server: Server
  let operations: string
  beforeAll(async () => {
    const port = await freePort()
    operations = `http://127.0.0.1:${port}`
    server = await startServer({
      dataDir: join(directory, 'data'),
      env: { BUREAU_OPERATIONS_PORT: `${port}` },
      openFilesMax: 400,
    })
  }, 60_000)
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const health = () => fetch(`${server.urls.files_origin_url}/api/v1/health`).then(({ status }) => status)

  test(
    'keeps operations, commands and the database while strangers open 1,000, and serves again when these end',
    { timeout: 60_000 },
    async () => {
      const ports = Object.values<string>({ ...server.urls }).map((url) => Number(new URL(url).port))
      for (let at = 0; at < 1000; at++) {
        const socket = connect(ports[at % ports.length] ?? 0, '127.0.0.1').on('error', () => undefined)
        socket.write('GET / HTTP/1.1\r\n')
        sockets.push(socket.resume())
        await once(socket, 'connect')
      }
      // (400 - 256 - 20) / 2
      await until(() => sockets.filter(({ closed }) => !closed).length <= 62)
      expect((await fetch(`${operations}/readyz`)).status).toBe(200)
      const person = ['--email', 'c@example.com', '--first-name', 'C', '--last-name', 'Onnected']
      const { id } = await command<{ id: number }>(join(directory, 'data'), 'users', 'create', ...person)
      expect(id).toBeGreaterThan(0)
      await until(() => health().catch(() => undefined))
      expect(await health()).toBe(200)
    },
  )
})
