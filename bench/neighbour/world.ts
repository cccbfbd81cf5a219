import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { runningPostgres } from '../../src/platform/postgres/embedded.ts'
import { command as run, startServer, type Server } from '../../test/server.ts'
import { form, send, whole, type Body } from '../files/client.ts'
import type { Samples, VictimOrder } from './victim.ts'

export type World = Awaited<ReturnType<typeof openWorld>>
export type Attacker = Awaited<ReturnType<typeof makeAttacker>>

type Command = (...words: readonly string[]) => Promise<Record<string, string | number>>

/** A server, a neighbor that is measured in its own process, and an attacker. */
export async function openWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  // What attackers and visitors say of their addresses is believed.
  const server = await startServer({ dataDir, env: { BUREAU_TRUSTED_PROXIES: '1' } })
  const database = new pg.Client(runningPostgres(dataDir))
  database.on('error', () => undefined)
  await database.connect()
  const command: Command = (...words) => run(dataDir, ...words)
  const order = await makeVictim(command, server)
  const victim = fork(join(import.meta.dirname, 'victim.ts'), [JSON.stringify(order)])
  return {
    attacker: await makeAttacker(command, server, database),
    measure: async (ms: number): Promise<Samples> => {
      victim.send({ ms })
      const [samples] = (await once(victim, 'message')) as [Samples]
      return samples
    },
    /** Jobs that an attack has left behind must not fall into the next one. */
    forgetJobs: async () => {
      const left = `select 1 from graphile_worker.jobs where run_at <= now() limit 1`
      for (let round = 0; round < 40; round++) {
        const { rowCount } = await database.query('delete from platform.waiting_job')
        if (rowCount === 0 && (await database.query(left)).rowCount === 0) return
        await delay(250)
      }
    },
    close: async () => {
      victim.kill()
      await database.end()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let people = 0

async function addUser(command: Command) {
  const email = `bench${people++}@example.com`
  const words = ['--email', email, '--first-name', 'Ben', '--last-name', 'Ch']
  const { id } = await command('users', 'create', ...words)
  return { id: `${id}`, email }
}

async function addWorkspace(command: Command, owner: string): Promise<string> {
  const { id } = await command('workspaces', 'create', '--owner', owner, '--name', 'Bench')
  await command('workspaces', 'quota', `${id}`, 'unlimited')
  return `${id}`
}

const caps = ['--per-minute', '1000000', '--per-day', '1000000000']

async function addKey(command: Command, service: string, user: string, workspace: string): Promise<string> {
  const scopes = service === 'sms' ? 'messages:send,messages:read' : '*'
  const owned = ['--user', user, '--workspace', workspace, '--scopes', scopes]
  const words = service === 'sms' ? caps.slice(0, 2) : caps
  return `${(await command('keys', 'create', '--service', service, ...owned, ...words))['key']}`
}

async function makeVictim(command: Command, { urls }: Server): Promise<VictimOrder> {
  const { id: user } = await addUser(command)
  await command('plans', 'set', '--user', user, '--sms-daily', '1000000')
  const workspace = await addWorkspace(command, user)
  await command('numbers', 'add', '--phone', '+12025550100', '--carrier', 'simulator', '--pool')
  const filesKey = await addKey(command, 'files', user, workspace)
  const api = apiOf(urls.files_origin_url, () => filesKey)
  const fileId = await api.upload('shared.txt', whole(Buffer.from('shared')))
  await api.post('/shares', { file_id: fileId, status: 'public' })
  return {
    files: `${urls.files_origin_url}/api/v1`,
    sms: `${urls.sms_base_url}/api/v1`,
    filesKey,
    smsKey: await addKey(command, 'sms', user, workspace),
    fileId,
    linkUrl: `${urls.files_origin_url}/sl/${fileId}`,
  }
}

/** The owner and three admins of one workspace alternate, because some calls have limits for each of them. */
async function makeAttacker(command: Command, { urls }: Server, database: pg.Client) {
  const { id: owner, email } = await addUser(command)
  const workspaceId = await addWorkspace(command, owner)
  const keys = [await addKey(command, 'files', owner, workspaceId)]
  for (let member = 1; member < 4; member++) {
    const { id: user } = await addUser(command)
    await command('members', 'add', '--workspace', workspaceId, '--user', user, '--role', 'admin')
    keys.push(await addKey(command, 'files', user, workspaceId))
  }
  let next = 0
  const key = () => keys[next++ % keys.length] ?? ''
  return {
    ...apiOf(urls.files_origin_url, key),
    key: () => keys[0] ?? '',
    /** Of the owner. */
    email,
    workspaceId,
    filesUrl: urls.files_origin_url,
    /** Inserts `count` folders, `width` in each, without a request for each. */
    addFolders: async (topId: string, prefix: string, count: number, width: number) => {
      for (let from = 0; from < count; from += foldersAtOnce) {
        const to = Math.min(from + foldersAtOnce, count) - 1
        await database.query(insertFolders, [workspaceId, topId, prefix, from, to, width])
      }
      await database.query('analyze files.file')
    },
  }
}

const foldersAtOnce = 300

/** The first `width` are in the top folder, each of the others in one that came before it. */
const insertFolders = `
  insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
  select $3::text || lpad(n::text, 7, '0'), $1,
    case when n < $6::int then $2 else $3::text || lpad((n / $6::int - 1)::text, 7, '0') end,
    'folder', 'Folder ' || n, 'folder ' || n, 0, now(), now()
  from generate_series($4::int, $5::int) n`

function apiOf(origin: string, key: () => string) {
  const base = `${origin}/api/v1`
  const authorized = () => ({ authorization: `Bearer ${key()}` })
  const idOf = (text: string) => (JSON.parse(text) as { data: { id: string } }).data.id

  async function post(path: string, json: object): Promise<string> {
    const headers = { ...authorized(), 'content-type': 'application/json' }
    const body = whole(Buffer.from(JSON.stringify(json)))
    return (await send(`${base}${path}`, { method: 'POST', headers, body })).text
  }
  async function upload(name: string, file: Body): Promise<string> {
    const { headers, body } = form(name, file, {})
    const options = { method: 'POST', headers: { ...authorized(), ...headers }, body }
    return idOf((await send(`${base}/files`, options)).text)
  }
  return {
    base,
    authorized,
    post,
    upload,
    addFolder: async (name: string) => idOf(await post('/folders', { name, parent_id: null })),
  }
}
