import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { bureau, command, removeData, type Server, startServer } from './server.ts'
import { until } from './until.ts'

let base: string
let dataDir: string
let server: Server
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'bureau-backup-'))
  dataDir = join(base, 'data')
  server = await startServer({ dataDir })
}, 120_000)
afterAll(async () => {
  if (server.child.exitCode === null) await server.kill()
  await removeData(base)
})

/** As a person runs it, from the directory of the test. */
function run(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(bureau, [...words, '--data', dataDir], {
    cwd: base,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningPostgres(dataDir) as string })
  await client.connect()
  await client.query(text)
  await client.end()
}

describe('bureau backup', { timeout: 60_000 }, () => {
  test('create writes where the caller is, says where the keys are, and list finds it', () => {
    const created = run('backup', 'create', 'mine')
    expect(created).toMatchObject({ status: 0, stderr: '' })
    expect(created.stdout).toContain(
      `The secret keys are not in it. Keep a copy of ${join(dataDir, 'secret.key')}`,
    )
    const [name] = readdirSync(join(base, 'mine')).filter((file) => file.endsWith('.backup'))
    expect(run('backup', 'list', 'mine').stdout).toMatch(new RegExp(`^${name} +\\S+ +\\S+ KB +manual$`, 'm'))
    expect(run('backup', 'list').stdout).toContain('There are no backups in')
  })

  test('create encrypts the keys with the passphrase in a file', () => {
    writeFileSync(join(base, 'passphrase'), 'correct horse\n')
    const created = run('backup', 'create', 'sealed', '--passphrase-file', 'passphrase')
    expect(created.stdout).toContain('The secret keys are in it, encrypted with the passphrase.')
  })

  test.each([
    ['a file', ['file'], /^bureau: .*\/file is a file\. Name a directory for the backups\.\n$/],
    ['below a file', ['file/below'], /^bureau: .* is below a file\. Name a directory for the backups\.\n$/],
    ['not writable', ['/sys/backups'], /^bureau: The backup directory \/sys\/backups cannot be used: E.*\n$/],
    ['the data directory', ['data'], /^bureau: Backups need a place of their own/],
    [
      'without a passphrase',
      ['x', '--passphrase-file', 'none'],
      /^bureau: The passphrase file .*\/none does not exist\.\n$/,
    ],
    [
      'with a short passphrase',
      ['x', '--passphrase-file', 'file'],
      /^bureau: The passphrase in .* must be one line/,
    ],
  ])('create refuses in one sentence a place that is %s', (_, words, sentence) => {
    writeFileSync(join(base, 'file'), 'short')
    const { status, stderr } = run('backup', 'create', ...words)
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)])
  })

  const mountable = process.platform === 'linux' && process.getuid?.() === 0
  test.skipIf(!mountable)(
    'create ends when the disk is full, and keeps older ones (needs the right to mount)',
    () => {
      const disk = join(base, 'disk')
      mkdirSync(disk)
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', disk]).status).toBe(0)
      try {
        expect(run('backup', 'create', 'disk').status).toBe(0)
        const before = run('backup', 'list', 'disk').stdout
        const { bavail, bsize } = statfsSync(disk)
        writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 60 * 1024 * 1024))
        expect(run('backup', 'create', 'disk')).toEqual({
          status: 1,
          stdout: '',
          stderr: `bureau: The disk of the backup directory ${disk} is full. Free some space, or use another directory.\n`,
        })
        expect(run('backup', 'list', 'disk').stdout).toBe(before)
      } finally {
        spawnSync('umount', ['-l', disk])
      }
    },
  )

  test('after kill -9 in the middle, only a partial file is left, and the next one removes it', async () => {
    await query(`
      insert into platform.event (workspace_id, name, data, wildcard_only, created_at)
      select 1, 'x', to_jsonb((select string_agg(md5(random()::text || n || m), '') from generate_series(1, 300) m)), false, now()
      from generate_series(1, 3000) n`)
    const killed = join(base, 'killed')
    const running = command(dataDir, 'backup', 'create', killed).catch(() => undefined)
    const files = () => {
      try {
        return readdirSync(killed).filter((name) => name.startsWith('bureau-'))
      } catch {
        return []
      }
    }
    await until(() => files().some((name) => name.endsWith('.partial')))
    await server.kill()
    await running
    expect(files()).toEqual([expect.stringMatching(/\.backup\.partial$/)])
    server = await startServer({ dataDir })
    await command(dataDir, 'backup', 'create', killed)
    expect(files()).toEqual([expect.stringMatching(/\.backup$/)])
  })
})
