import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepBlobs } from '../src/files/blob/sweep-blobs.ts'
import { sweepOrphanBlobs } from '../src/files/blob/sweep-orphan-blobs.ts'
import { openInstance } from '../src/program/instance.ts'
import { sql } from '../src/platform/database/sql.ts'
import { systemRandom } from '../src/platform/random.ts'
import { command, removeData, type Server, startServer } from './server.ts'

const uploads = 200
const sends = 2000
const kills = 3

let dataDir: string
let server: Server
let filesKey: string
let smsKey: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-kill-'))
  server = await startServer({ dataDir })
  const person = ['--email', 'k@example.com', '--first-name', 'K', '--last-name', 'Nine']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  await command(dataDir, 'plans', 'set', '--user', `${user.id}`, '--sms-daily', '100000')
  await command(dataDir, 'numbers', 'add', '--phone', '+12025550100', '--carrier', 'simulator', '--pool')
  const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
  const caps = ['--per-minute', '1000000', '--per-day', '1000000']
  const key = async (service: string, scopes: string) => {
    const wanted = ['--service', service, '--scopes', scopes]
    const made = await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, ...wanted, ...caps)
    return made.key
  }
  filesKey = await key('files', '*')
  smsKey = await key('sms', 'messages:send,messages:read')
})
afterAll(async () => {
  await server.kill().catch(() => undefined)
  await removeData(dataDir)
})

/** Retries until it was acknowledged; a server that is being killed takes some tries. */
async function acknowledged<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await attempt().catch(() => undefined)
    if (result !== undefined) return result
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function upload(number: number): Promise<{ id: string; bytes: Buffer }> {
  const bytes = systemRandom.bytes(1000 + number * 500)
  return acknowledged(async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), `file-${number}.bin`)
    const response = await fetch(`${server.urls.gateway_url}/v1/files/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${filesKey}` },
      body: form,
    })
    if (response.status !== 201) return undefined
    return { id: ((await response.json()) as { data: { id: string } }).data.id, bytes }
  })
}

async function send(number: number): Promise<number> {
  return acknowledged(async () => {
    const response = await fetch(`${server.urls.sms_base_url}/api/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${smsKey}`,
        'content-type': 'application/json',
        'idempotency-key': `n${number}`,
      },
      body: JSON.stringify({ to: '+12025550123', body: `message ${number}` }),
    })
    if (response.status !== 202) return undefined
    return ((await response.json()) as { messages: { id: number }[] }).messages[0]?.id
  })
}

/** Runs `work` for 0 to count - 1, so many at once. */
async function each<Result>(count: number, atOnce: number, work: (number: number) => Promise<Result>) {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const number = next++
      results[number] = await work(number)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

describe('kill -9 in the middle of uploads and sends', () => {
  test(
    'loses nothing acknowledged, sends nothing twice, and leaves no orphan',
    { timeout: 180_000 },
    async () => {
      const progress = { done: false }
      const working = Promise.all([each(uploads, 8, upload), each(sends, 16, send)]).finally(
        () => void (progress.done = true),
      )
      let killed = 0
      while (killed < kills && !progress.done) {
        await new Promise((resolve) => setTimeout(resolve, 700))
        await server.kill()
        killed++
        server = await startServer({ dataDir })
      }
      const [files, messages] = await working
      expect(killed).toBe(kills)

      const get = (url: string, key: string) => fetch(url, { headers: { authorization: `Bearer ${key}` } })
      const wrong = (
        await each(files.length, 8, async (number) => {
          const file = files[number] as { id: string; bytes: Buffer }
          const response = await get(
            `${server.urls.files_origin_url}/api/v1/files/${file.id}/content`,
            filesKey,
          )
          return file.bytes.equals(Buffer.from(await response.arrayBuffer())) ? [] : [file.id]
        })
      ).flat()
      expect(wrong).toEqual([])
      const lost = (
        await each(messages.length, 8, async (number) => {
          const id = messages[number] as number
          const response = await get(`${server.urls.sms_base_url}/api/v1/messages/${id}`, smsKey)
          const { message } = (await response.json()) as { message?: { body: string } }
          return message?.body === `message ${number}` ? [] : [id]
        })
      ).flat()
      expect(lost).toEqual([])
      expect(new Set(messages).size).toBe(sends)

      expect(await server.stop()).toBe(0)
      expect(await orphansAfterSweep()).toEqual({ blobsWithoutFile: 0, bytesWithoutRow: 0, messages: sends })
    },
  )
})

/** What is left when the sweeps run two hours later, counted in the database and in the blob store. */
async function orphansAfterSweep() {
  const instance = await openInstance({ dataDir, env: {}, purpose: 'command' })
  try {
    const { context } = instance
    const later = new Date(context.clock.now().getTime() + 2 * 3_600_000)
    const then = { ...context, clock: { now: () => later } }
    await sweepBlobs.run({}, then)
    await sweepOrphanBlobs.run({}, then)
    const { blobs } = await context.database.one<{ blobs: number }>(sql`
      select count(*) as blobs from files.blob b
       where not exists (select from files.file f where f.blob_key = b.key)`)
    const { sent } = await context.database.one<{ sent: number }>(
      sql`select count(*) as sent from sms.message`,
    )
    const keys: string[] = []
    for await (const { key } of context.blobs.list()) keys.push(key)
    const rows = await context.database.rows<{ key: string }>(sql`select key from files.blob`)
    const known = new Set(rows.map(({ key }) => key))
    return {
      blobsWithoutFile: blobs,
      bytesWithoutRow: keys.filter((key) => !known.has(key)).length,
      messages: sent,
    }
  } finally {
    await instance.close()
  }
}
