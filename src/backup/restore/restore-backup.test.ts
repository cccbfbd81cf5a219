import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { filesClient } from '../../../test/files-client.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { silentLog } from '../../../test/log.ts'
import { newPhone, simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { inForce } from '../../identity/in-force.ts'
import { duePeople } from '../../identity/removal/mark-store.ts'
import { markPerson, unmarkPerson } from '../../identity/removal/mark.ts'
import { insertSession } from '../../identity/session/store.ts'
import { createUser } from '../../identity/user/create-user.ts'
import { uploadsClient } from '../../files/upload/uploads.testing.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { purgeEvents } from '../../platform/outbox/purge-events.ts'
import { systemRandom } from '../../platform/random.ts'
import { claimMessages } from '../../sms/queue/claim-messages.ts'
import { writeBackup } from './archives.testing.ts'
import { emptyInstallation, restored, restores, temporary } from './restores.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** An account with a number, a key for texts, and one for files. */
async function account() {
  const sms = await smsAccount(app)
  const number = await simulatorNumber(app, { tenant: sms.tenant })
  const { key } = await sms.tenant.key('files')
  return { ...sms, number, filesKey: key, files: filesClient(app, key) }
}

const ann = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee', plan: null }

/** In the tables of any version. */
const addSimulator = (database: Database) =>
  database.run(sql`
    insert into sms.number (phone, carrier, label, online, added_at)
    values ('+12025550100', 'simulator', '', true, now())`)

const everyKind = [
  ['webhooks.webhook', 'id'],
  ['identity.session', 'id'],
  ['identity.api_key', 'id'],
  ['identity."user"', 'id'],
  ['files.file', 'id'],
  ['sms.message', 'id'],
  ['platform.migration', 'name'],
] as const

/** All rows of some tables, as text. */
async function rowsOf(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const found: Record<string, unknown[]> = {}
    for (const [table, key] of everyKind) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${table} t order by ${key}`,
      )
      found[table] = rows.map(({ row }) => row)
    }
    return found
  } finally {
    await client.end()
  }
}

describe('a restored installation', () => {
  test('has every row, and every file with its bytes', async () => {
    const { tenant, files, filesKey, send, number } = await account()
    const hook = { name: 'w', url: 'https://hooks.example.com/', events: ['*'] }
    await files.post('/webhooks', hook)
    const session = { digest: Buffer.of(1), userId: tenant.userId, address: '127.0.0.1', browser: 'x' }
    const at = app.clock.now()
    await app.context.database.transaction((tx) =>
      insertSession(tx, { ...session, createdAt: at, expiresAt: at }),
    )
    const contents = [systemRandom.bytes(3_000_000), systemRandom.bytes(20_000), Buffer.from('small')]
    const made = []
    for (const [index, bytes] of contents.entries()) made.push(await files.file(bytes, `${index}.bin`))
    await send({ to: newPhone(), body: 'Grüße, "quoted"\\ and\ttabs\n', from: number.id })
    await claimMessages(app.context, number.id)
    const { backUp, restore } = restores(app)
    const into = await emptyInstallation()
    const report = await restore(into, await backUp())
    expect(report).toMatchObject({
      blobs: { count: 2, bytes: 3_020_000, copied: 2, missing: 0 },
      failed_texts: 0,
      migrations: [],
    })
    expect(await rowsOf(into.connectionString)).toEqual(await rowsOf(app.connectionString))
    const copy = filesClient(await restored(app, into), filesKey)
    for (const [index, { id }] of made.entries())
      expect((await copy.get(`/files/${id}/content`)).bytes.equals(contents[index] ?? Buffer.of())).toBe(true)
  })

  test('accepts a text with an old key, under an ID that nothing outside knows', async () => {
    const { key, send, number } = await account()
    const before = (await send({ to: newPhone(), body: 'a', from: number.id })).body.messages[0]?.id ?? 0
    await claimMessages(app.context, number.id)
    const { backUp, restore } = restores(app)
    const into = await emptyInstallation()
    await restore(into, await backUp())
    // Sent after the backup: a phone may know this ID.
    await send({ to: newPhone(), body: 'lost', from: number.id })
    const copy = smsCaller(await restored(app, into), key)
    const sent = await copy.send({ to: newPhone(), body: 'b', from: number.id })
    await claimMessages(app.context, number.id)
    expect(sent.status).toBe(202)
    expect(sent.body.messages[0]?.id).toBeGreaterThan(before + 100_000)
  })

  test('sends no text that was queued, unless it is asked to', async () => {
    const { key, send, number } = await account()
    const id = (await send({ to: newPhone(), body: 'a', from: number.id })).body.messages[0]?.id ?? 0
    const { backUp, restore } = restores(app)
    const file = await backUp()
    const into = await emptyInstallation()
    expect(await restore(into, file)).toMatchObject({ failed_texts: 1 })
    const copy = await restored(app, into)
    expect((await smsCaller(copy, key).message(id)).body.message).toMatchObject({
      status: 'failed',
      error: { code: 'outcome_unknown' },
    })
    expect(await claimMessages(copy.context, number.id)).toEqual([])
    const sending = await emptyInstallation()
    expect(await restore(sending, file, { sendsQueued: true })).toMatchObject({ failed_texts: 0 })
    expect(await claimMessages((await restored(app, sending)).context, number.id)).toMatchObject([{ id }])
    await claimMessages(app.context, number.id)
  })

  test('gives a person who was being deleted another day to be brought back', async () => {
    const { id } = await app.member((await app.tenant()).workspaceId, 'admin')
    const { database } = app.context
    await inForce(app.context, (tx) => markPerson(tx, id))
    await database.run(sql`
      update identity.user set delete_at = '2020-01-02', disabled_at = '2020-01-01' where id = ${id}`)
    const { backUp, restore } = restores(app)
    const into = await emptyInstallation()
    await restore(into, await backUp())
    await database.run(sql`update identity.user set delete_at = null where id = ${id}`)
    expect(await duePeople(into.database, systemClock.now(), 10)).toEqual([])
    await into.database.transaction((tx) => unmarkPerson({ ...tx, changesRights: true }, id))
    const { disabled } = await into.database.one<{ disabled: boolean }>(sql`
      select disabled_at is not null as disabled from identity.user where id = ${id}`)
    expect(disabled).toBe(false)
  })

  test('has ended open uploads, whose bytes are in no backup, and holds no job', async () => {
    const { filesKey, tenant } = await account()
    const uploads = uploadsClient(app, filesKey)
    await uploads.opened('open.bin', 10_000_000)
    await app.context.database.transaction((tx) => enqueue(tx, purgeEvents, {}))
    const held = sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone' returning id`
    const [job] = await app.context.database.rows<{ id: number }>(held)
    const { backUp, restore } = restores(app)
    const into = await emptyInstallation()
    await restore(into, await backUp())
    const left = await into.database.one(sql`
      select (select count(*) from files.upload) as uploads, (select count(*) from files.upload_chunk) as chunks,
        (select count(*) from files.blob where state <> 'live') as unpublished,
        (select reserved_bytes from files.usage where workspace_id = ${tenant.workspaceId}) as reserved,
        (select count(*) from graphile_worker._private_jobs where id = ${job?.id}) as jobs,
        (select count(*) from graphile_worker._private_jobs where locked_at is not null) as locked`)
    expect(left).toEqual({ uploads: 0, chunks: 0, unpublished: 0, reserved: 0, jobs: 1, locked: 0 })
  })

  test('has the constraints and triggers of any other', async () => {
    const { backUp, restore } = restores(app)
    const into = await emptyInstallation()
    await restore(into, await backUp())
    const rules = async (database: TestApp['context']['database']) =>
      database.rows(sql`
        select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace::regnamespace::text in ('files', 'identity', 'sms', 'webhooks', 'platform')
        union all
        select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
        order by 1, 2`)
    expect(await rules(into.database)).toEqual(await rules(app.context.database))
  })
})

describe('a backup of an older version', () => {
  /** A database of the version that had no more migrations than these, with one number. */
  async function olderBackup() {
    const older = await testDatabase({ migrated: false })
    try {
      const { connectionString, database } = older
      const names = readdirSync(new URL('../../../migrations', import.meta.url)).filter(
        (name) => name < '0016',
      )
      await migrate({ connectionString, clock: systemClock, log: silentLog, only: new Set(names) })
      await addSimulator(database)
      const keys = app.context.keyring.keys()
      return await writeBackup(await temporary(), { connectionString, blobs: app.context.blobs, keys })
    } finally {
      await older.close()
    }
  }

  test('is upgraded, also where a newer version has made its empty tables', async () => {
    const file = await olderBackup()
    const { restore } = restores(app)
    const fresh = await emptyInstallation()
    expect((await restore(fresh, file)).migrations[0]).toBe('0016-demo.sql')
    const used = await emptyInstallation()
    await migrate({ connectionString: used.connectionString, clock: systemClock, log: silentLog })
    expect((await restore(used, file)).migrations[0]).toBe('0016-demo.sql')
    for (const { database } of [fresh, used])
      expect(
        await database.rows(
          sql`select phone, to_regclass('identity.demo') is not null as upgraded from sms.number`,
        ),
      ).toEqual([{ phone: '+12025550100', upgraded: true }])
  })
})

describe('an installation that is not empty', () => {
  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['people', (database) => database.transaction((tx) => createUser(tx, app.context.setUpWorkspace, ann))],
    ['numbers', addSimulator],
  ])('of %s is refused and stays as it is', async (_what, change) => {
    const { backUp, restore } = restores(app)
    const file = await backUp()
    const into = await emptyInstallation()
    await migrate({ connectionString: into.connectionString, clock: systemClock, log: silentLog })
    await change(into.database)
    const before = await rowsOf(into.connectionString)
    await expect(restore(into, file)).rejects.toThrow(
      'The installation has people or numbers already. Restore into an empty one',
    )
    expect(await rowsOf(into.connectionString)).toEqual(before)
    expect(readdirSync(into.dataDir)).toEqual([])
  })
})

describe('blobs', () => {
  /** A backup with one blob in the pool. */
  async function oneBlob() {
    const { files } = await account()
    const { id } = await files.file(systemRandom.bytes(100_000), 'x.bin')
    const { key } = await app.context.database.one<{ key: string }>(sql`
      select blob_key as key from files.file where id = ${id}`)
    const { backUp, restore } = restores(app)
    const file = await backUp()
    return { key, file, restore, backUp, pool: file.target.blobs }
  }

  test('that are missing in the pool are refused before anything changes, or accepted', async () => {
    const { key, file, pool, restore } = await oneBlob()
    await pool.remove(key)
    const into = await emptyInstallation()
    await expect(restore(into, file)).rejects.toThrow(/^1 of \d+ blobs of the backup are missing in /)
    expect(existsSync(join(into.dataDir, 'restoring'))).toBe(false)
    expect(await restore(into, file, { acceptsMissingBlobs: true })).toMatchObject({ blobs: { missing: 1 } })
  })

  test('whose bytes differ are refused, and the next restore goes on', async () => {
    const { key, file, pool, restore } = await oneBlob()
    const path = join(file.target.name, 'blobs', pool.pathOf?.(key) ?? '')
    await writeFile(path, Buffer.alloc(100_000))
    const into = await emptyInstallation()
    await expect(restore(into, file)).rejects.toThrow(`The blob ${key} of the backup is damaged`)
    expect(await into.blobs.sizeOf(key)).toBeUndefined()
    await rm(path)
    expect(await restore(into, file, { acceptsMissingBlobs: true })).toMatchObject({ blobs: { missing: 1 } })
  })

  test('that are kept elsewhere must be in the store', async () => {
    const { backUp, restore } = await oneBlob()
    const file = await backUp({ blobs: 'none' })
    const into = await emptyInstallation()
    await expect(restore(into, file)).rejects.toThrow(
      'they are not where BUREAU_BLOBS says. Restore them first',
    )
    const report = await restore({ ...into, blobs: app.context.blobs }, file)
    expect(report.blobs).toMatchObject({ copied: 0, missing: 0 })
  })
})
