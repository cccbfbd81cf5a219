import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMigrationFiles } from '../../src/platform/database/migration-files.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { version } from '../../src/platform/version.ts'
import pg from 'pg'
import { silentLog } from '../log.ts'
import { anyPorts, command, run, startServer, type Server } from '../server.ts'
import { placeOldInstallation, readFixture } from './old-installation.ts'

const root = mkdtempSync(join(tmpdir(), 'bureau-upgrade-'))
const kept = join(root, 'kept')
const { made, ...fixture } = await readFixture()
const passphrase = 'correct horse battery'

beforeAll(() => placeOldInstallation(kept, { made, ...fixture }), 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** With owners, who need not be this process's. */
function oldInstallation(name: string): string {
  const dataDir = join(root, name)
  execFileSync('cp', ['-a', kept, dataDir])
  return dataDir
}

const pendingNames = async () =>
  (await readMigrationFiles()).map(({ name }) => name).filter((name) => name > '0017')
const archivesIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.backup'))

async function ask<Answer>(url: string, key: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

/** Everything that the fixture has, with its old keys. */
async function expectData({ urls }: Server): Promise<void> {
  for (const { id, sha256 } of made.files) {
    const answer = await fetch(`${urls.gateway_url}/v1/files/files/${id}/content`, {
      headers: { authorization: `Bearer ${made.filesKey}` },
    })
    const content = Buffer.from(await answer.arrayBuffer())
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
  }
  const { messages } = await ask<{ messages: { id: number; status: string }[] }>(
    `${urls.sms_base_url}/api/v1/messages`,
    made.smsKey,
  )
  expect(messages.map(({ id, status }) => ({ id, status }))).toEqual(
    made.messages.toReversed().map((id) => ({ id, status: 'delivered' })),
  )
  const webhooks = await ask<{ data: { name: string }[] }>(
    `${urls.files_origin_url}/api/v1/webhooks`,
    made.filesKey,
  )
  expect(webhooks.data.map(({ name }) => name)).toEqual(['Orders'])
}

describe('the data directory of the previous release', { timeout: 60_000 }, () => {
  test('is upgraded by a start, after a backup that can be restored, and keeps its data and keys', async () => {
    const dataDir = oldInstallation('start')
    const env = { BUREAU_BACKUP_PASSPHRASE: passphrase }
    const server = await startServer({ dataDir, env })
    await expectData(server)
    const status = await command<{ pending: number; migrations: { version: string | null }[] }>(
      ...([dataDir, 'migrate', 'status'] as const),
    )
    expect([status.pending, status.migrations.at(-1)?.version]).toEqual([0, version])
    const [archive, ...others] = archivesIn(dataDir)
    expect([archive, others]).toEqual([expect.stringMatching(/^bureau-\d+T\d+Z-before-upgrade\.backup$/), []])
    expect(await server.stop()).toBe(0)

    const restored = join(root, 'restored')
    const file = join(dataDir, 'backups', archive as string)
    expect(await run(['backup', 'restore', file, '--data', restored], env)).toMatchObject({ code: 0 })
    const again = await startServer({ dataDir: restored, env })
    await expectData(again)
    expect(await again.stop()).toBe(0)
  })

  test('is shown by migrate status as it is, and upgraded by migrate up', async () => {
    const dataDir = oldInstallation('commands')
    const names = await pendingNames()
    for (let times = 0; times < 2; times++) {
      const { stdout } = await run(['migrate', 'status', '--data', dataDir])
      expect(stdout).toMatch(/^0016-demo\.sql +2026-/m)
      for (const name of names) expect(stdout).toMatch(new RegExp(`^${name} +pending$`, 'm'))
      expect(stdout).toContain('"bureau migrate up"')
    }
    const dry = await command(dataDir, 'migrate', 'up', '--dry-run')
    expect(dry).toMatchObject({ dry_run: true, migrations: names, backup: null })
    expect(readdirSync(dataDir)).not.toContain('backups')
    // Of another try, which the disk has damaged.
    const damaged = 'bureau-20260101T000000Z-before-upgrade.backup'
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(join(dataDir, 'backups', damaged), 'damaged')
    const done = await command<{ backup: string }>(dataDir, 'migrate', 'up')
    expect(done).toMatchObject({ dry_run: false, migrations: names })
    expect(archivesIn(dataDir)).toEqual([damaged, done.backup])
    expect(await run(['migrate', 'up', '--data', dataDir])).toMatchObject({
      code: 0,
      stdout: 'The database is up to date.\n',
    })
  })

  test('is upgraded without a backup where backups are off, which the log says', async () => {
    const dataDir = oldInstallation('off')
    const said = async (env: Record<string, string>, word: 'status' | 'up') =>
      (await run(['migrate', word, '--data', dataDir, ...(word === 'up' ? ['--dry-run'] : [])], env)).stdout
    expect(await said({ BUREAU_BACKUPS: 'off' }, 'up')).toContain('because BUREAU_BACKUPS is off')
    const done = await run(['migrate', 'up', '--data', dataDir], { BUREAU_BACKUP_BEFORE_UPGRADE: 'off' })
    expect(done.code).toBe(0)
    expect(done.stderr).toContain('because BUREAU_BACKUP_BEFORE_UPGRADE is off')
  })

  test('is left as it is when the backup fails, with a sentence that says how to go on', async () => {
    const dataDir = oldInstallation('failing')
    const blocked = join(root, 'blocked')
    writeFileSync(blocked, '')
    const env = { BUREAU_BACKUPS: `file:${blocked}` }
    const failed = await run(['serve', '--json', '--data', dataDir], { ...anyPorts, ...env })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(
      /^bureau: The backup before the upgrade failed, so nothing was upgraded: .+ To upgrade without one, set BUREAU_BACKUP_BEFORE_UPGRADE=off\.$/m,
    )
    expect(await command(dataDir, 'migrate', 'status')).toMatchObject({
      pending: (await pendingNames()).length,
    })
  })

  const mountable = process.platform === 'linux' && process.getuid?.() === 0
  test.skipIf(!mountable)(
    'is left as it is when the disk is full, and nothing of the backup stays (needs the right to mount)',
    async () => {
      const dataDir = oldInstallation('full')
      const disk = join(root, 'disk')
      mkdirSync(disk)
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', disk]).status).toBe(0)
      try {
        const failed = await run(['migrate', 'up', '--data', dataDir], { BUREAU_BACKUPS: `file:${disk}` })
        expect(failed.code).toBe(1)
        expect(failed.stderr).toContain('There is no room for it.')
        expect(
          readdirSync(disk, { recursive: true }).filter((name) => String(name).includes('.backup')),
        ).toEqual([])
      } finally {
        spawnSync('umount', ['-l', disk])
      }
    },
  )

  test('that a newer version used is refused with the version to install, and nothing changes', async () => {
    const dataDir = oldInstallation('newer')
    await command(dataDir, 'migrate', 'up')
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const client = new pg.Client({ connectionString: postgres.connectionString })
    await client.connect()
    await client.query(`insert into platform.migration values ('9999-later.sql', '', now(), '99.1.0')`)
    await client.end()
    await postgres.stop()
    const stamp = '{"format":1,"version":"99.1.0"}\n'
    writeFileSync(join(dataDir, 'version'), stamp)
    for (const words of [['serve'], ['users', 'list'], ['migrate', 'up']]) {
      const refused = await run([...words, '--data', dataDir], anyPorts)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain(
        `bureau: This installation was last used by Bureau 99.1.0, and this is Bureau ${version}. ` +
          'Install that version or a newer one: npm install --global ./bureau-99.1.0.tgz\n',
      )
    }
    expect(readFileSync(join(dataDir, 'version'), 'utf8')).toBe(stamp)
  })
})
