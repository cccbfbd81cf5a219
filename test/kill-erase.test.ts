import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { form } from './files-client.ts'
import { command, removeData, type Server, startServer } from './server.ts'
import { until } from './until.ts'

let dataDir: string
let server: Server
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-kill-erase-'))
  server = await startServer({ dataDir })
}, 120_000)
afterAll(async () => {
  await server.kill().catch(() => undefined)
  await removeData(dataDir)
})

/** A statement in the database of the running server. */
async function query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(runningPostgres(dataDir))
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

const texts = 30_000

/** The store makes its directory with the first blob. */
const blobs = async (): Promise<number> => {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((each) => each.isFile()).length
}

describe('kill -9 in the middle of an erasure', () => {
  test('leaves the rest to the next start, which finishes it', { timeout: 180_000 }, async () => {
    const person = ['--email', 'k@example.com', '--first-name', 'K', '--last-name', 'Nine']
    const user = await command<{ id: number }>(dataDir, 'users', 'create', ...person)
    const organization = ['--owner', `${user.id}`, '--name', 'Nine']
    const { id } = await command<{ id: number }>(dataDir, 'workspaces', 'create', ...organization)
    const owned = ['--service', 'files', '--user', `${user.id}`, '--workspace', `${id}`, '--scopes', '*']
    const { key } = await command<{ key: string }>(dataDir, 'keys', 'create', ...owned)
    const { headers, payload } = form([{ name: 'file', fileName: 'x.bin', bytes: Buffer.alloc(100_000) }])
    const url = `${server.urls.files_origin_url}/api/v1/files`
    const upload = () =>
      fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${key}` },
        body: new Uint8Array(payload),
      })
    expect((await upload()).status).toBe(201)
    expect(await blobs()).toBe(1)
    await query(
      `insert into sms.message (workspace_id, direction, phone, body, status, segments, created_at)
       select $1, 'in', '+12025550100', 'text ' || n, 'received', 1, now() from generate_series(1, $2::int) n`,
      [id, texts],
    )
    await command(dataDir, 'workspaces', 'delete', `${id}`, '--confirm', 'Nine')
    expect((await upload()).status).toBe(401)

    const left = async () =>
      Number((await query('select count(*) from sms.message where workspace_id = $1', [id]))[0]?.['count'])
    const isThere = async () =>
      (await query('select from identity.every_workspace where id = $1', [id])).length > 0
    const erase = () => query(`select graphile_worker.add_job('erase-due', '{}'::json)`)
    await query(
      `update identity.every_workspace set delete_at = delete_at - interval '25 hours' where id = $1`,
      [id],
    )
    await erase()
    await until(async () => (await left()) < texts)
    await server.kill()

    server = await startServer({ dataDir })
    expect(await isThere()).toBe(true)
    expect(await left()).toBeGreaterThan(0)
    await erase()
    await until(async () => !(await isThere()))
    expect(await left()).toBe(0)
    expect(await blobs()).toBe(0)
  })
})
