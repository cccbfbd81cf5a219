import { createHash, randomFillSync } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInstance } from '../src/program/instance.ts'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { systemRandom } from '../src/platform/random.ts'
import { command, removeData, type Server, startServer } from './server.ts'

const gibibyte = 1024 ** 3
/** `UPLOAD_GIB=10 npm test -- kill-upload` uses 10 GiB; every run of the tests 1. */
const gibibytes = Number(process.env['UPLOAD_GIB'] ?? '1')
const sizeBytes = gibibytes * gibibyte
const kills = 3
const chunksAtOnce = 4

interface Session {
  readonly upload_key: string
  readonly chunk_size: number
  readonly total_chunks: number
  readonly missing_chunks: readonly number[]
  readonly resumed: boolean
}

let dataDir: string
let server: Server
let key: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-kill-upload-'))
  server = await startServer({ dataDir })
  const person = ['--email', 'k@example.com', '--first-name', 'K', '--last-name', 'Nine']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  await command(dataDir, 'workspaces', 'quota', `${user.workspace_id}`, 'unlimited')
  const owned = ['--service', 'files', '--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
  const caps = ['--per-minute', '1000000', '--per-day', '1000000']
  const made = await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, '--scopes', '*', ...caps)
  key = made.key
})
afterAll(async () => {
  await server.kill().catch(() => undefined)
  await removeData(dataDir)
})

async function call(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
) {
  const response = await fetch(`${server.urls.files_origin_url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    ...(body !== undefined && { body }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

const dataOf = async <Data>(response: Response): Promise<Data> =>
  ((await response.json()) as { data: Data }).data

const block = randomFillSync(new Uint32Array(4 * 1024 * 1024))

/** One random block repeated, changed by the number of the chunk so that no two chunks are alike. */
function chunkOf({ chunk_size: chunkBytes }: Session, index: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.min(chunkBytes, sizeBytes - index * chunkBytes))
  const words = new Uint32Array(bytes.buffer)
  const mask = Math.imul(index + 1, 0x9e3779b1)
  for (let at = 0; at < words.length; at++) words[at] = (block[at] as number) ^ mask
  return bytes
}

/** Of all chunks in order, as the source has them. */
async function sourceDigest(session: Session): Promise<string> {
  const digest = createHash('sha256')
  for (let index = 0; index < session.total_chunks; index++) {
    digest.update(chunkOf(session, index))
    await turn()
  }
  return digest.digest('hex')
}

async function contentDigest(id: string): Promise<string> {
  const digest = createHash('sha256')
  const response = await call('GET', `/files/${id}/content`)
  for await (const piece of response.body as AsyncIterable<Uint8Array>) digest.update(piece)
  return digest.digest('hex')
}

const open = async () =>
  dataOf<Session>(await call('POST', '/uploads', JSON.stringify({ name: 'large.bin', size: sizeBytes })))

/**
 * Sends these chunks, some at once. The server is killed a moment after so many of them were acknowledged; returns how
 * many were in flight then.
 */
async function sendChunks(
  session: Session,
  indexes: readonly number[],
  { killAfter, acknowledged }: { readonly killAfter: number; readonly acknowledged: Set<number> },
): Promise<number> {
  const waiting = indexes.values()
  const path = `/uploads/${session.upload_key}/chunk?index=`
  let accepted = 0
  let onTheirWay = 0
  let killed: Promise<number> | undefined
  let dead = false

  async function kill(): Promise<number> {
    await pause(systemRandom.fraction() * 50)
    dead = true
    const cut = onTheirWay
    await server.kill()
    return cut
  }

  async function worker(): Promise<void> {
    for (const index of waiting) {
      onTheirWay++
      try {
        await call('POST', path + index, chunkOf(session, index), 'application/octet-stream')
        acknowledged.add(index)
        if (++accepted === killAfter) killed = kill()
      } catch (error) {
        if (!dead) throw error
      } finally {
        onTheirWay--
      }
      if (dead) return
    }
  }

  await Promise.all(Array.from({ length: chunksAtOnce }, worker))
  return killed ?? 0
}

async function digestInDatabase(): Promise<string | null> {
  const client = new pg.Client(runningPostgres(dataDir))
  await client.connect()
  try {
    const { rows } = await client.query<{ sha256: string | null }>(
      `select sha256 from files.blob where state = 'live'`,
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.sha256 ?? null
  } finally {
    await client.end()
  }
}

/** The contents of the store when no server runs. */
async function storedBlobs(): Promise<{ unfinished: boolean }[]> {
  const instance = await openInstance({ dataDir, env: {}, purpose: 'command' })
  try {
    const blobs: { unfinished: boolean }[] = []
    for await (const { unfinished } of instance.context.blobs.list()) blobs.push({ unfinished })
    return blobs
  } finally {
    await instance.close()
  }
}

describe(`kill -9 in the middle of a chunked upload of ${gibibytes} GiB`, () => {
  test(
    'loses no acknowledged chunk; the client resumes, and every byte is as it was sent',
    { timeout: 120_000 + gibibytes * 60_000 },
    async () => {
      const session = await open()
      expect(session.resumed).toBe(false)
      const acknowledged = new Set<number>()
      let missing = session.missing_chunks
      for (let kill = 0; kill < kills; kill++) {
        const killAfter = Math.ceil(missing.length * (0.15 + systemRandom.fraction() * 0.3))
        const cut = await sendChunks(session, missing, { killAfter, acknowledged })
        expect(cut).toBeGreaterThan(0)
        server = await startServer({ dataDir })
        const resumed = await open()
        expect(resumed).toMatchObject({ resumed: true, upload_key: session.upload_key })
        const progress = await dataOf<Session>(await call('GET', `/uploads/${session.upload_key}`))
        missing = progress.missing_chunks
        expect(resumed.missing_chunks).toEqual(missing)
        expect(missing.length).toBeGreaterThan(0)
        expect(missing.filter((index) => acknowledged.has(index))).toEqual([])
      }
      await sendChunks(session, missing, { killAfter: Infinity, acknowledged })

      const file = await dataOf<{ id: string; size: number }>(
        await call('POST', `/uploads/${session.upload_key}/complete`),
      )
      expect(file.size).toBe(sizeBytes)
      const expected = await sourceDigest(session)
      expect(await contentDigest(file.id)).toBe(expected)
      await expect.poll(digestInDatabase, { timeout: gibibytes * 60_000, interval: 200 }).toBe(expected)
      expect(await server.stop()).toBe(0)
      expect(await storedBlobs()).toEqual([{ unfinished: false }])
    },
  )
})
