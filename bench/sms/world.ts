import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningPostgres } from '../../src/platform/postgres/embedded.ts'
import { command as run, startServer, type Server } from '../../test/server.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export interface Account {
  readonly workspaceId: number
  readonly key: string
  /** The headers of its requests with a JSON body. */
  readonly headers: Readonly<Record<string, string>>
}

/** A separate Bureau without numbers and accounts, below a directory that is removed afterwards. */
export async function openWorld(env: Readonly<Record<string, string>> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  const dataDir = join(directory, 'bureau')
  const server = await startServer({ dataDir, env })
  const database = new pg.Client(runningPostgres(dataDir))
  // The database may stop before this process does.
  database.on('error', () => undefined)
  await database.connect()
  const command = (...words: readonly string[]) => run<Record<string, string | number>>(dataDir, ...words)
  return {
    directory,
    database,
    server,
    command,
    base: `${server.urls.sms_base_url}/api/v1`,
    addAccount: accountsOf(command),
    addNumber: numbersOf(command),
    close: () => close(server, database, directory),
  }
}

async function close(server: Server, database: pg.Client, directory: string): Promise<void> {
  await database.end()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}

type Command = (...words: readonly string[]) => Promise<Record<string, string | number>>

/** A workspace whose allowance no bench uses up, with a key that may do everything. */
function accountsOf(command: Command) {
  let people = 0
  return async (): Promise<Account> => {
    const person = ['--email', `bench${people++}@example.com`, '--first-name', 'Ben', '--last-name', 'Ch']
    const user = await command('users', 'create', ...person)
    const workspaceId = Number(user['workspace_id'])
    await command('plans', 'set', '--user', `${user['id']}`, '--sms-daily', '1000000000')
    const owned = ['--user', `${user['id']}`, '--workspace', `${workspaceId}`]
    const scopes = ['--scopes', 'messages:send,messages:read', '--per-minute', '100000000']
    const key = `${(await command('keys', 'create', '--service', 'sms', ...owned, ...scopes))['key']}`
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return { workspaceId, key, headers }
  }
}

/** A simulated number of the pool. Sent messages wait for an offline one. */
function numbersOf(command: Command) {
  let numbers = 0
  return async ({ online }: { readonly online: boolean }): Promise<number> => {
    const phone = `+1202666${`${numbers++}`.padStart(4, '0')}`
    const number = await command('numbers', 'add', '--phone', phone, '--carrier', 'simulator', '--pool')
    if (!online) await command('numbers', 'online', `${number['id']}`, 'no')
    return Number(number['id'])
  }
}

let phones = 0

/** Another US number with each call. */
export const nextPhone = (): string => `+1${2_025_000_000 + (phones++ % 5_000_000)}`
