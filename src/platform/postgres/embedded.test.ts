import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/log.ts'
import { runningPostgres, startEmbeddedPostgres } from './embedded.ts'
import type { EmbeddedPostgres } from './embedded.ts'
import { until } from '../../../test/until.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function dataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-embedded-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function start(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, env })
  cleanups.push(() => server.stop())
  return server
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie that was not reaped answers to signals as well.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const endOf = (pid: number) => until(() => !isAlive(pid))

describe('the embedded PostgreSQL', () => {
  test('keeps what was committed from one start to the next, and is ready again', async () => {
    const dataDir = dataDirectory()
    const first = await start(dataDir)
    await query(first.connectionString, 'create table kept as select 1 as value')
    expect(
      await query(first.connectionString, `select lower('ÄÖŻ') as low, 'a' < 'B' as dictionary`),
    ).toEqual([{ low: 'äöż', dictionary: false }])
    await first.stop()
    expect(isAlive(first.pid())).toBe(false)
    expect(runningPostgres(dataDir)).toBeUndefined()

    const second = await start(dataDir)
    expect(runningPostgres(dataDir)).toBe(second.connectionString)
    expect(await query(second.connectionString, 'select value from kept')).toEqual([{ value: 1 }])
  })

  test('recovers by itself when its process is killed', async () => {
    const server = await start(dataDirectory())
    await query(server.connectionString, 'create table kept as select 1 as value')
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    await until(() => server.pid() !== killed)
    expect(await query(server.connectionString, 'select value from kept')).toEqual([{ value: 1 }])
  })

  test('is open to this user only, and writes no values to its log', async () => {
    const dataDir = dataDirectory()
    const server = await start(dataDir)
    const [settings] = await query(
      server.connectionString,
      `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync`,
    )
    expect(settings).toEqual({ addresses: '', fsync: 'on' })
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600)
    await query(server.connectionString, `create table person (email text primary key)`)
    await query(server.connectionString, `insert into person values ('ada@example.com')`)
    await expect(
      query(server.connectionString, `insert into person values ('ada@example.com')`),
    ).rejects.toThrow('duplicate key')
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('ada@example.com')
  })

  test.runIf(process.platform === 'linux')(
    'knows none of our keys, and no settings but its own',
    async () => {
      const env = {
        BUREAU_SECRET_KEY: 'a-key-of-ours',
        DATABASE_URL: 'postgresql://a-server-of-ours',
        LD_PRELOAD: '/usr/lib/a-library-of-ours.so',
        PGOPTIONS: '-c work_mem=1MB',
        TZ: 'Europe/Warsaw',
      }
      const server = await start(dataDirectory(), env)
      const variables = readFileSync(`/proc/${server.pid()}/environ`, 'utf8').split('\0')
      expect(variables).toContain('TZ=Europe/Warsaw')
      const names = variables.map((variable) => variable.split('=', 1)[0])
      for (const name of ['BUREAU_SECRET_KEY', 'DATABASE_URL', 'LD_PRELOAD', 'PGOPTIONS'])
        expect(names).not.toContain(name)
    },
  )

  test('has a log whose new segments are short to make', async () => {
    const { connectionString } = await start(dataDirectory())
    expect(await query(connectionString, 'show wal_segment_size')).toEqual([{ wal_segment_size: '4MB' }])
  })

  test('takes a data directory whose path is too long for a socket', async () => {
    const dataDir = join(dataDirectory(), 'long'.repeat(30))
    mkdirSync(dataDir, { mode: 0o700 })
    const server = await start(dataDir)
    expect(await query(server.connectionString, 'select 1 as value')).toEqual([{ value: 1 }])
    expect(runningPostgres(dataDir)).toBe(server.connectionString)
    const directory = decodeURIComponent(new URL(server.connectionString).hostname)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  })

  test('starts beside what a killed creation and a dead server left behind', async () => {
    const dataDir = dataDirectory()
    mkdirSync(join(dataDir, 'postgres.new'))
    writeFileSync(join(dataDir, 'postgres.new', 'half'), '')
    const first = await start(dataDir)
    await first.stop()
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
    // The id of the dead server belongs to another process now: this one.
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}/postgres\n1\n5432\n`,
    )
    const second = await start(dataDir)
    expect(await query(second.connectionString, 'select 1 as value')).toEqual([{ value: 1 }])
  })

  test('refuses a cluster of another version in one sentence', async () => {
    const dataDir = dataDirectory()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(
      /was made by PostgreSQL 15, and this version of Bureau has PostgreSQL 18/,
    )
  })
})

/** A process that starts the server and then waits; prints the server's id. */
const starter = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log })
  console.log(server.pid())
  setInterval(() => {}, 1000)
`

async function startInProcess(dataDir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', starter, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, serverPid: Number(line.toString()) }
}

describe('the embedded PostgreSQL of a process that was killed', () => {
  test('ends too', async () => {
    const { child, serverPid } = await startInProcess(dataDirectory())
    child.kill('SIGKILL')
    await endOf(serverPid)
    expect(isAlive(serverPid)).toBe(false)
  })

  test('is not in the way of the next start', async () => {
    const dataDir = dataDirectory()
    const { child, serverPid } = await startInProcess(dataDir)
    await query(runningPostgres(dataDir) ?? '', 'create table kept as select 1 as value')
    child.kill('SIGKILL')
    const server = await start(dataDir)
    expect(isAlive(serverPid)).toBe(false)
    expect(await query(server.connectionString, 'select value from kept')).toEqual([{ value: 1 }])
  })
})

/**
 * Says hello as the superuser of the database and prints the first letter of the reply: R for welcome. Node is started as
 * root and then becomes the other user, who may be unable to start it: a checkout below /root is closed to them.
 */
const knock = `
  const user = Number(process.argv[2])
  process.setgroups([user])
  process.setgid(user)
  process.setuid(user)
  const name = Buffer.from('user\\0bureau\\0database\\0bureau\\0\\0')
  const hello = Buffer.alloc(8 + name.length)
  hello.writeInt32BE(hello.length, 0)
  hello.writeInt32BE(196608, 4)
  name.copy(hello, 8)
  const socket = require('node:net').connect(process.argv[1], () => socket.write(hello))
  socket.on('data', ([letter]) => (console.log(String.fromCharCode(letter)), socket.destroy()))
  socket.on('error', ({ code }) => console.log(code))`

describe.runIf(process.getuid?.() === 0)('the embedded PostgreSQL that root starts', () => {
  test('runs as another user, also below a directory that is closed to that user', async () => {
    const closed = dataDirectory()
    chmodSync(closed, 0o700)
    const dataDir = join(closed, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    const server = await start(dataDir)
    expect(await query(server.connectionString, 'select 1 as value')).toEqual([{ value: 1 }])
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    expect(statSync(closed).mode & 0o777).toBe(0o700)
  })
  test('lets no other user of the system in, not even the one that it runs as', async () => {
    const dataDir = dataDirectory()
    // Open where the checkout is closed too, so that the server itself has to refuse its own account.
    chmodSync(dataDir, 0o711)
    const { connectionString } = await start(dataDir)
    const socket = join(decodeURIComponent(new URL(connectionString).hostname), '.s.PGSQL.5432')
    const answerTo = (uid: number): string =>
      spawnSync(process.execPath, ['-e', knock, socket, String(uid)], { encoding: 'utf8' }).stdout.trim()
    expect(answerTo(0)).toBe('R')
    const { uid: owner } = statSync(join(dataDir, 'postgres'))
    expect(answerTo(owner)).toBe('E')
    for (const uid of [1, 1000, 65_534].filter((other) => other !== owner))
      expect(answerTo(uid)).toBe('EACCES')
    expect(await query(connectionString, 'select 1 as value')).toEqual([{ value: 1 }])
  })

  test('is closed to others also where an earlier version left it open', async () => {
    const dataDir = dataDirectory()
    const first = await start(dataDir)
    await first.stop()
    const hba = join(dataDir, 'postgres', 'pg_hba.conf')
    expect(readFileSync(hba, 'utf8')).toContain('trust')
    const { connectionString } = await start(dataDir)
    expect(await query(connectionString, 'show hba_file')).toEqual([
      { hba_file: join(dataDir, 'postgres-hba.conf') },
    ])
  })
})
