import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMiscount } from '../src/files/usage/store.ts'
import { openInstance } from '../src/program/instance.ts'
import { form } from './files-client.ts'
import { command, removeData, type Server, startServer } from './server.ts'
import { until } from './until.ts'

const rounds = 3
const clients = 16

let dataDir: string
let server: Server
let workspaceId: number
let authorization: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-kill-small-upload-'))
  server = await startServer({ dataDir })
  const person = ['--email', 'k@example.com', '--first-name', 'K', '--last-name', 'Nine']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  workspaceId = user.workspace_id
  const owned = ['--service', 'files', '--user', `${user.id}`, '--workspace', `${workspaceId}`]
  const caps = ['--per-minute', '1000000', '--per-day', '1000000']
  const made = await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, '--scopes', '*', ...caps)
  authorization = `Bearer ${made.key}`
})
afterAll(async () => {
  await server.kill().catch(() => undefined)
  await removeData(dataDir)
})

const call = (method: string, path: string, more: RequestInit = {}) =>
  fetch(`${server.urls.files_origin_url}/api/v1${path}`, {
    ...more,
    method,
    headers: { ...(more.headers as Record<string, string>), authorization },
  })

/** Other sizes for other numbers, up to a little more than what is kept in the row. */
const contentOf = (name: string): string => name.repeat((Number(name.split('-')[1]) * 37) % 2400)

/** Uploads small files one after another until the server is gone, and notes the id and name of each that was acknowledged. */
async function uploadUntilGone(client: string, acknowledged: Map<string, string>): Promise<void> {
  for (let n = 0; ; n++) {
    const name = `${client}-${n}`
    const { headers, payload } = form([{ name: 'file', fileName: name, bytes: contentOf(name) }])
    const body = new Uint8Array(payload)
    const response = await call('POST', '/files', { headers, body }).catch(() => undefined)
    const made = await response?.json().catch(() => undefined)
    if (response === undefined || made === undefined) return
    if (response.status === 201) acknowledged.set((made as { data: { id: string } }).data.id, name)
  }
}

describe('kill -9 while small files are uploaded', () => {
  test(
    'loses none that was acknowledged, and leaves no half of one that was not',
    { timeout: 180_000 },
    async () => {
      const acknowledged = new Map<string, string>()
      for (let round = 0; round < rounds; round++) {
        const uploading = Promise.all(
          Array.from({ length: clients }, (_, n) => uploadUntilGone(`r${round}c${n}`, acknowledged)),
        )
        await until(async () => acknowledged.size > 50 * (round + 1) + 7 * round)
        await server.kill()
        await uploading
        server = await startServer({ dataDir })
      }
      for (const [id, name] of acknowledged) {
        const answer = await call('GET', `/files/${id}/content`)
        expect([name, answer.status, await answer.text()]).toEqual([name, 200, contentOf(name)])
      }
      await server.stop()
      const instance = await openInstance({ dataDir, env: {}, purpose: 'command' })
      try {
        const usage = await findMiscount(instance.context.database, workspaceId)
        expect(usage).toEqual({ bytes: 0, files: 0, folders: 0, reserved: 0 })
      } finally {
        await instance.close()
      }
    },
  )
})
