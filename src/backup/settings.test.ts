import { expect, test } from 'vitest'
import { readConfig } from '../program/config.ts'

const read = (env: Readonly<Record<string, string>>) => readConfig(env, { dataDir: '/srv/data' }).backups

test('backups are made every night beside the data by default', () => {
  expect(read({})).toMatchObject({
    location: { kind: 'directory', directory: '/srv/data/backups' },
    at: { hour: 2, minute: 30 },
    keep: 14,
    blobs: 'beside',
    passphrase: undefined,
  })
})

test('their settings are read', () => {
  expect(
    read({
      BUREAU_BACKUPS: 's3://bureau?prefix=backups&region=eu-west-1',
      BUREAU_BACKUP_AT: '23:05',
      BUREAU_BACKUP_KEEP: '3',
      BUREAU_BACKUP_BLOBS: 'none',
      BUREAU_BACKUP_PASSPHRASE: 'correct horse',
    }),
  ).toMatchObject({
    location: { kind: 's3', bucket: 'bureau', prefix: 'backups/' },
    at: { hour: 23, minute: 5 },
    keep: 3,
    blobs: 'none',
    passphrase: 'correct horse',
  })
  expect(read({ BUREAU_BACKUPS: 'off' }).location).toBeUndefined()
})

test.each([
  ['BUREAU_BACKUPS', '/mnt/backups', 'must be file:'],
  ['BUREAU_BACKUPS', 's3://b', 'must name a bucket'],
  ['BUREAU_BACKUP_AT', '24:00', 'must be a time'],
  ['BUREAU_BACKUP_AT', '2:30', 'must be a time'],
  ['BUREAU_BACKUP_AT', '2.30 am', 'must be a time'],
  ['BUREAU_BACKUP_KEEP', '0', 'whole number'],
  ['BUREAU_BACKUP_KEEP', 'all', 'whole number'],
  ['BUREAU_BACKUP_BLOBS', 'some', 'must be one of'],
  ['BUREAU_BACKUP_PASSPHRASE', 'short', 'at least 8 characters'],
])('%s=%s is refused', (name, value, problem) => {
  expect(() => read({ [name]: value })).toThrow(name)
  expect(() => read({ [name]: value })).toThrow(problem)
})

test('half a pair of keys for a bucket of backups is refused', () => {
  expect(() => read({ BUREAU_BACKUPS: 's3://bureau', AWS_ACCESS_KEY_ID: 'a' })).toThrow(
    'must be set together',
  )
})
