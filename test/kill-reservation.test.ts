import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepBlobs } from '../src/files/blob/sweep-blobs.ts'
import { findUsage } from '../src/files/usage/store.ts'
import { sql } from '../src/platform/database/sql.ts'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { openInstance } from '../src/program/instance.ts'
import { form } from './files-client.ts'
import { command, removeData, type Server, startServer } from './server.ts'

const megabyte = 1024 * 1024

let dataDir: string
let server: Server
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-kill-reservation-'))
  server = await startServer({ dataDir })
})
afterAll(async () => {
  await server.kill().catch(() => undefined)
  await removeData(dataDir)
})

/** What the running server has reserved. */
async function reservedBytes(workspaceId: number): Promise<number> {
  const client = new pg.Client(runningPostgres(dataDir))
  await client.connect()
  try {
    const text = 'select reserved_bytes from files.usage where workspace_id = $1'
    const { rows } = await client.query<{ reserved_bytes: string }>(text, [workspaceId])
    return Number(rows[0]?.reserved_bytes)
  } finally {
    await client.end()
  }
}

describe('kill -9 in the middle of a simple upload', () => {
  test('keeps what it reserved until the sweep, which releases it', { timeout: 120_000 }, async () => {
    const person = ['--email', 'k@example.com', '--first-name', 'K', '--last-name', 'Nine']
    const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
    const owned = ['--service', 'files', '--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
    const { key } = await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, '--scopes', '*')
    const { headers, payload } = form([
      { name: 'file', fileName: 'x.bin', bytes: Buffer.alloc(15 * megabyte) },
    ])
    const upload = request(`${server.urls.files_origin_url}/api/v1/files`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-length': payload.length },
    })
    upload.on('error', () => undefined)
    upload.write(payload.subarray(0, 8 * megabyte))
    await expect.poll(() => reservedBytes(user.workspace_id)).toBe(payload.length)
    await server.kill()

    const instance = await openInstance({ dataDir, env: {}, purpose: 'command' })
    const { context } = instance
    const reserved = async () => (await findUsage(context.database, user.workspace_id)).reserved_bytes
    try {
      await sweepBlobs.run({}, context)
      expect(await reserved()).toBe(payload.length)
      await context.database.run(sql`update files.blob set touched_at = touched_at - interval '61 minutes'`)
      await sweepBlobs.run({}, context)
      expect(await reserved()).toBe(0)
    } finally {
      await instance.close()
    }
  })
})
