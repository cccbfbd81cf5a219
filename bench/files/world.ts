import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { runningPostgres } from '../../src/platform/postgres/embedded.ts'
import { command as run, startServer, type Server } from '../../test/server.ts'
import { eachAtOnce, form, repeated, send, whole, type Body } from './client.ts'

export const mebibyte = 1024 * 1024
export const gibibyte = 1024 * mebibyte

export const execute = promisify(execFile)

/** Random bytes: they do not compress and are not read from a disk during a measurement. */
export const noise = randomFillSync(Buffer.alloc(16 * mebibyte))

interface Opened {
  readonly upload_key: string
  readonly chunk_size: number
  readonly total_chunks: number
}

export interface StoredFile {
  readonly id: string
  readonly size: number
}

export type World = Awaited<ReturnType<typeof fillWorld>>

/** A separate Bureau with an unlimited organization, below a directory that is removed afterwards. */
export async function openWorld(): Promise<World> {
  const directory = await temporaryDirectory()
  try {
    const dataDir = join(directory, 'bureau')
    // The measurements take files as they are found on the machine.
    const server = await startServer({ dataDir, env: { BUREAU_BLOCKED_EXTENSIONS: 'blocked0' } })
    try {
      return await fillWorld(directory, dataDir, server)
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

async function fillWorld(directory: string, dataDir: string, server: Server) {
  const connectionString = runningPostgres(dataDir)
  if (connectionString === undefined) throw new Error('the embedded database is not running')
  const people = peopleOf(dataDir)
  const owner = await people.addUser()
  const workspaceId = await people.addWorkspace(owner)
  const key = await people.addKey(owner, workspaceId)
  const database = new pg.Client(connectionString)
  // The database may stop before this process does.
  database.on('error', () => undefined)
  await database.connect()
  return {
    ...apiOf(`${server.urls.files_origin_url}/api/v1`, key),
    gatewayBase: `${server.urls.gateway_url}/v1/files`,
    directory,
    workspaceId,
    database,
    /** Of the server. */
    pid: server.child.pid ?? 0,
    /** A key of another member with their own limits. */
    async anotherKey() {
      const user = await people.addUser()
      await people.addMember(user, workspaceId)
      return people.addKey(user, workspaceId)
    },
    /** Waits until background work is done and the disk is idle, so that it does not disturb a measurement. */
    untilIdle: () => untilIdle(database),
    /** Removes the bytes of deleted files at once instead of within the hour. */
    sweep: async () => {
      await database.query(`select graphile_worker.add_job('sweep-blobs', '{}')`)
      await untilIdle(database)
    },
    async close() {
      await database.end()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Others may pass: Apache and PostgreSQL work as users of their own when the bench is run by root. */
async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  await chmod(directory, 0o755)
  return directory
}

function peopleOf(dataDir: string) {
  const command = (...words: readonly string[]) => run<Record<string, string | number>>(dataDir, ...words)
  let users = 0
  return {
    async addUser() {
      const email = `bench${users++}@example.com`
      const user = await command(
        'users',
        'create',
        '--email',
        email,
        '--first-name',
        'Ben',
        '--last-name',
        'Ch',
      )
      return `${user['id']}`
    },
    async addWorkspace(owner: string) {
      const { id } = await command('workspaces', 'create', '--owner', owner, '--name', 'Bench')
      await command('workspaces', 'quota', `${id}`, 'unlimited')
      return `${id}`
    },
    async addMember(user: string, workspace: string) {
      await command('members', 'add', '--workspace', workspace, '--user', user, '--role', 'member')
    },
    async addKey(user: string, workspace: string) {
      const owned = ['--user', user, '--workspace', workspace, '--scopes', '*']
      const caps = ['--per-minute', '100000000', '--per-day', '1000000000']
      const { key } = await command('keys', 'create', '--service', 'files', ...owned, ...caps)
      return `${key}`
    },
  }
}

async function untilIdle(database: pg.Client): Promise<void> {
  const dueJobs = `select 1 from graphile_worker.jobs where run_at <= now() and attempts < max_attempts
     union all select 1 from platform.waiting_job where run_at <= now() limit 1`
  while ((await database.query(dueJobs)).rowCount !== 0) await delay(100)
  await execute('sync')
}

function apiOf(base: string, key: string) {
  const authorized = { authorization: `Bearer ${key}` }

  /** One call with a JSON body or none; what is in `data`, and how long it took. */
  async function exchange(
    method: string,
    path: string,
    json?: object,
  ): Promise<{ data: unknown; ms: number }> {
    const type = json ? { 'content-type': 'application/json' } : {}
    const body = json ? { body: whole(Buffer.from(JSON.stringify(json))) } : {}
    const { text, ms } = await send(`${base}${path}`, {
      method,
      headers: { ...authorized, ...type },
      ...body,
    })
    return { data: text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data, ms }
  }

  /** A call that is answered with a file or folder. */
  async function call(
    method: string,
    path: string,
    json?: object,
  ): Promise<{ data: StoredFile; ms: number }> {
    const { data, ms } = await exchange(method, path, json)
    return { data: data as StoredFile, ms }
  }

  async function upload(name: string, file: Body, parentId?: string, at: string = base): Promise<StoredFile> {
    const { headers, body } = form(name, file, parentId === undefined ? {} : { parent_id: parentId })
    const options = { method: 'POST', headers: { ...authorized, ...headers }, body }
    const { text } = await send(`${at}/files`, options)
    return (JSON.parse(text) as { data: StoredFile }).data
  }

  /** Opens an upload and sends all of its chunks, four at a time. */
  async function sendChunks(
    name: string,
    sizeBytes: number,
    piece: (offset: number, length: number) => Body,
  ) {
    const opened = (await exchange('POST', '/uploads', { name, size: sizeBytes })).data as Opened
    const headers = { ...authorized, 'content-type': 'application/octet-stream' }
    await eachAtOnce(Array(opened.total_chunks).keys(), 4, async (index) => {
      const offset = index * opened.chunk_size
      const body = piece(offset, Math.min(opened.chunk_size, sizeBytes - offset))
      await send(`${base}/uploads/${opened.upload_key}/chunk?index=${index}`, {
        method: 'POST',
        headers,
        body,
      })
    })
    return opened.upload_key
  }

  return {
    base,
    key,
    authorized,
    call,
    upload,
    sendChunks,
    complete: (uploadKey: string) => call('POST', `/uploads/${uploadKey}/complete`),
    uploadNoise: async (name: string, sizeBytes: number): Promise<StoredFile> => {
      const uploadKey = await sendChunks(name, sizeBytes, (_offset, length) => repeated(noise, length))
      return (await call('POST', `/uploads/${uploadKey}/complete`)).data
    },
    addFolder: async (name: string, parentId: string | null = null): Promise<string> =>
      (await call('POST', '/folders', { name, parent_id: parentId })).data.id,
    remove: async (id: string): Promise<number> => (await exchange('DELETE', `/files/${id}`)).ms,
    contentUrl: (id: string) => `${base}/files/${id}/content`,
  }
}

export async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir())
  return bavail * bsize
}
