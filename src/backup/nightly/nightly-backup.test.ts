import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueuedJobs } from '../../../test/jobs.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { examine } from '../../console/doctor/checks.ts'
import type { Context } from '../../api/context.ts'
import { sql } from '../../platform/database/sql.ts'
import { createBackup } from '../create-backup.ts'
import { findFirstMigration } from '../store.ts'
import { openTarget } from '../target/open.ts'
import { backupCollector } from './backup-collector.ts'
import { openNightlyBackup } from './nightly-backup.ts'

const dayMs = 24 * 60 * 60 * 1000
let app: TestApp
let directory: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bureau-nightly-'))
  await app.context.database.run(sql`delete from platform.backup`)
  return () => rmSync(directory, { recursive: true, force: true })
})

function contextWith(backups: Partial<Context['settings']['backups']> = {}): Context {
  const { settings } = app.context
  const location = { kind: 'directory', directory } as const
  return { ...app.context, settings: { ...settings, backups: { ...settings.backups, location, ...backups } } }
}

async function night(context = contextWith(), payload: object = {}) {
  await openNightlyBackup(context.settings).job.run(payload, context)
}

const namesIn = async (place = directory) => {
  const target = await openTarget({ kind: 'directory', directory: place }, app.context)
  target.close()
  return (await target.list()).map(({ name }) => name)
}

const found = async (context = contextWith()) => {
  const { dataDir, blobsDirectory, toldOrigins } = context.settings
  const installed = { dataDir, blobsDirectory, toldOrigins, redisUrl: undefined, serverRuns: true }
  const checks = await examine({ ...context, ...installed })
  return checks.find(({ name }) => name === 'backups')
}

const gauges = async (context = contextWith()) => (await backupCollector.read(context))[0]?.values

describe('the nightly backup', () => {
  test('is due at the time of the setting, or never', () => {
    const settingsOf = (backups: Partial<Context['settings']['backups']>) => contextWith(backups).settings
    const every = (backups: Partial<Context['settings']['backups']>) =>
      openNightlyBackup(settingsOf(backups)).job.every
    expect(every({})).toBe('30 2 * * *')
    expect(every({ at: { hour: 23, minute: 5 } })).toBe('5 23 * * *')
    expect(every({ location: undefined })).toBeUndefined()
  })

  test('keeps the newest ones, and those that people made', async () => {
    const context = contextWith({ keep: 2 })
    const target = await openTarget({ kind: 'directory', directory }, context)
    const manual = await createBackup(context, { target, blobs: 'none' })
    const upgrade = await createBackup(context, { target, blobs: 'none', label: 'before-0.2.0' })
    target.close()
    for (let count = 0; count < 4; count++) {
      app.clock.advance(dayMs)
      await night(context)
    }
    const names = await namesIn()
    expect(names.slice(0, 2).every((name) => name.endsWith('Z-nightly.backup'))).toBe(true)
    expect(names.slice(2).toSorted()).toEqual([manual.name, upgrade.name].toSorted())
  })

  test('is tried again in an hour, three times at most, and the log says why', async () => {
    writeFileSync(join(directory, 'file'), '')
    const context = contextWith({ location: { kind: 'directory', directory: join(directory, 'file') } })
    const retries = async () =>
      (await enqueuedJobs(app.context.database)).filter(({ name }) => name === 'make-nightly-backup')
    await night(context)
    expect((await retries()).map(({ payload }) => payload)).toEqual([{ attempt: 2 }])
    await night(context, { attempt: 3 })
    expect(await retries()).toHaveLength(1)
    expect(app.takeErrors().map(({ message }) => message)).toEqual([
      'The nightly backup failed. It is tried again in an hour.',
      'The nightly backup failed. The next one is due tomorrow.',
    ])
  })

  test('that is interrupted by a stop of the process fails, so that the next worker makes it', async () => {
    const context = contextWith()
    const { job, stop } = openNightlyBackup(context.settings)
    stop()
    await expect(job.run({}, context)).rejects.toThrow('The process stops.')
    expect(await namesIn()).toEqual([])
  })

  test('is not made when backups are off', async () => {
    await night(contextWith({ location: undefined }))
    expect(await gauges(contextWith({ location: undefined }))).toBeUndefined()
  })
})

describe('the last good backup', () => {
  test('is missing at first: the doctor warns, and the gauge counts from the installation', async () => {
    expect(await found()).toMatchObject({ ok: true, warning: true })
    expect((await found())?.detail).toBe(
      'No good backup exists yet. The next one is made at 02:30 UTC; "bureau backup create" makes one now.',
    )
    const { at } = await findFirstMigration(app.context.database)
    expect(await gauges()).toEqual({
      backup_last_success_timestamp_seconds: at.getTime() / 1000,
      backup_last_bytes: 0,
      backup_failed: 0,
    })
  })

  test('is told by the doctor and the gauges, and is too old after 26 hours', async () => {
    await night()
    const [name] = await namesIn()
    const sound = await found()
    expect(sound?.warning).toBeUndefined()
    expect(sound?.detail).toContain(`The last good one is ${name} in ${directory}, 0 minutes old.`)
    expect(sound?.detail).toContain('Nightly backups are on the same disk as the data')
    expect(await gauges()).toEqual({
      backup_last_success_timestamp_seconds: app.clock.now().getTime() / 1000,
      backup_last_bytes: expect.any(Number),
      backup_failed: 0,
    })
    app.clock.advance(26 * 60 * 60 * 1000)
    expect((await found())?.warning).toBeUndefined()
    app.clock.advance(60_000)
    expect(await found()).toMatchObject({ warning: true, detail: expect.stringContaining('26 hours old') })
  })

  test('is followed by a failure: the doctor warns with its reason', async () => {
    await night()
    app.clock.advance(60_000)
    writeFileSync(join(directory, 'blobs.txt'), '')
    const target = await openTarget({ kind: 'directory', directory }, app.context)
    const full = { ...target, write: () => Promise.reject(new Error('The disk is full.')) }
    await createBackup(app.context, { target: full, blobs: 'none' }).catch(() => undefined)
    target.close()
    expect(await found()).toMatchObject({
      warning: true,
      detail: expect.stringContaining('The last try failed: The disk is full.'),
    })
    expect((await gauges())?.['backup_failed']).toBe(1)
  })

  test('does not hide that nightly backups are off', async () => {
    await night()
    expect(await found(contextWith({ location: undefined }))).toMatchObject({
      warning: true,
      detail: expect.stringMatching(/^Nightly backups are off \(BUREAU_BACKUPS\)\. The last good one is/),
    })
  })
})
