import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../test/log.ts'
import type { Context } from '../api/context.ts'
import { systemClock } from '../platform/clock.ts'
import { systemRandom } from '../platform/random.ts'
import { readConfig } from '../program/config.ts'
import { archiveAt, targetAt } from './place.ts'

const name = 'bureau-20261126T023000Z.backup'
let data: string
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'bureau-place-'))
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

function place(env: Readonly<Record<string, string>> = {}) {
  const config = readConfig(env, { dataDir: data })
  const settings = { ...config, dataDir: data } as unknown as Context['settings']
  return { clock: systemClock, log: silentLog, random: systemRandom, settings, cwd: data }
}

async function nameOfTarget(dir: string | undefined, env?: Readonly<Record<string, string>>) {
  const target = await targetAt(dir, place(env))
  target.close()
  return target.name
}

describe('the place of backups', () => {
  test('is the one of nightly backups, or the one that is named', async () => {
    expect(await nameOfTarget(undefined)).toBe(join(data, 'backups'))
    expect(await nameOfTarget(undefined, { BUREAU_BACKUPS: 'file:/srv/other' })).toBe('/srv/other')
    expect(await nameOfTarget('mine')).toBe(join(data, 'mine'))
    expect(await nameOfTarget('/srv/mine')).toBe('/srv/mine')
    expect(await nameOfTarget('s3://bureau?prefix=a/b&region=eu-west-1')).toBe(
      'S3 bucket bureau, a/b/ at Amazon, eu-west-1',
    )
  })

  test('has to be named where nightly backups are off', async () => {
    await expect(targetAt(undefined, place({ BUREAU_BACKUPS: 'off' }))).rejects.toThrow(
      'BUREAU_BACKUPS is off, so name a directory for the backups.',
    )
  })

  test.each([
    ['the data directory', '.', {}],
    ['inside of the blobs', 'blobs/backups', {}],
    ['a directory whose pool would be the blobs', 'outer', { BUREAU_BLOBS: 'file:outer/blobs' }],
    ['a link to the data directory', 'link', {}],
    ['a bucket whose pool would be the blobs', 's3://bureau', { BUREAU_BLOBS: 's3://bureau?prefix=blobs' }],
  ])('is never %s', async (_, dir, env: Readonly<Record<string, string>>) => {
    rmSync(join(data, 'link'), { force: true })
    symlinkSync(data, join(data, 'link'))
    await expect(targetAt(dir, place(env))).rejects.toThrow('Backups need a place of their own')
  })

  test('that is nonsense is refused with a sentence', async () => {
    await expect(targetAt('s3://b/x?y=z', place())).rejects.toThrow('must name a bucket')
  })
})

describe('the archive of a FILE argument', () => {
  async function found(file: string) {
    const { target, name: archive } = await archiveAt(file, place())
    target.close()
    return [target.name, archive]
  }

  test('is a path, an object in a bucket, or the name of a nightly backup', async () => {
    mkdirSync(join(data, 'here'), { recursive: true })
    writeFileSync(join(data, 'here.backup'), '')
    expect(await found(`here/${name}`)).toEqual([join(data, 'here'), name])
    expect(await found(`/srv/${name}`)).toEqual(['/srv', name])
    expect(await found('here.backup')).toEqual([data, 'here.backup'])
    expect(await found(name)).toEqual([join(data, 'backups'), name])
    expect(await found(`s3://bureau/a/b/${name}?region=x`)).toEqual([
      'S3 bucket bureau, a/b/ at Amazon, x',
      name,
    ])
    expect(await found(`s3://bureau/${name}?region=x`)).toEqual(['S3 bucket bureau at Amazon, x', name])
  })
})
