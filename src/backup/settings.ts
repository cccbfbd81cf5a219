import type { BackupSettings } from '../api/context.ts'
import { blobsLocation, type BlobsLocation } from '../platform/blobs/setup/location.ts'
import { type blobsSettings, locatedBlobs } from '../platform/blobs/setup/settings.ts'
import { choice, wholeNumber } from '../platform/config/reading.ts'
import { type Reading, setting, SettingProblem, type SettingValues } from '../platform/config/setting.ts'
import { OperatorError } from '../platform/operator-error.ts'

const location: Reading<BlobsLocation | 'off'> = {
  type: `${blobsLocation.type}, or \`off\``,
  read: (text) => (text.toLowerCase() === 'off' ? 'off' : blobsLocation.read(text)),
}

const timeOfDay: Reading<BackupSettings['at']> = {
  type: 'time like `02:30`',
  read(text) {
    const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
    if (hour !== undefined && minute !== undefined) return { hour: Number(hour), minute: Number(minute) }
    throw new SettingProblem('must be a time from 00:00 to 23:59, like 02:30.')
  },
}

export const passphraseCharactersMin = 8

const passphrase: Reading<string> = {
  type: 'text',
  read(text) {
    if (text.length >= passphraseCharactersMin) return text
    throw new SettingProblem(`must have at least ${passphraseCharactersMin} characters.`)
  },
}

export const backupSettings = {
  backups: setting('BUREAU_BACKUPS', {
    reading: location,
    otherwise: undefined,
    default: '`file:DATA/backups`',
    meaning:
      'Where a backup is made every night. Use another disk, another machine, or a bucket: the default protects against mistakes, ' +
      'but not against the loss of the disk. Written like `BUREAU_BLOBS`. See docs/backup.md.',
  }),
  backupAt: setting('BUREAU_BACKUP_AT', {
    reading: timeOfDay,
    otherwise: { hour: 2, minute: 30 },
    default: '`02:30`',
    meaning: 'When the nightly backup begins, in UTC.',
  }),
  backupKeep: setting('BUREAU_BACKUP_KEEP', {
    reading: wholeNumber(1, 3650),
    otherwise: 14,
    meaning: 'How many nightly backups are kept. Backups that people make are never removed.',
  }),
  backupBlobs: setting('BUREAU_BACKUP_BLOBS', {
    reading: choice(['beside', 'none']),
    otherwise: 'beside',
    meaning:
      'Whether nightly backups contain the bytes of files: `beside` keeps each once for all backups, `none` leaves them to ' +
      'another backup of the blob directory or bucket.',
  }),
  backupPassphrase: setting('BUREAU_BACKUP_PASSPHRASE', {
    reading: passphrase,
    otherwise: undefined,
    default: 'none: the secret keys are left out, and you keep a copy elsewhere',
    meaning:
      'Encrypts the secret keys in nightly backups and backups before an upgrade. At least 8 characters. A restore asks for it.',
    secret: true,
  }),
  backupBeforeUpgrade: setting('BUREAU_BACKUP_BEFORE_UPGRADE', {
    reading: choice(['on', 'off']),
    otherwise: 'on',
    meaning:
      'Whether a new version takes a backup before it changes the database. It is in the place of `BUREAU_BACKUPS`, and stays until ' +
      'you delete it. See docs/upgrades.md.',
  }),
}

type Values = SettingValues<typeof backupSettings & typeof blobsSettings>

export function backupConfig(values: Values, dataDir: string): BackupSettings {
  const { backups = { kind: 'directory', directory: 'backups' } } = values
  return {
    location: backups === 'off' ? undefined : locatedBlobs(backups, values, dataDir),
    at: values.backupAt,
    keep: values.backupKeep,
    blobs: values.backupBlobs,
    passphrase: values.backupPassphrase,
    beforeUpgrade: values.backupBeforeUpgrade === 'on',
    locate: (text, base) => locatedBlobs(placeOf(text), values, base),
  }
}

function placeOf(text: string): BlobsLocation {
  if (!/^(s3|file):/.test(text)) return { kind: 'directory', directory: text }
  try {
    return blobsLocation.read(text)
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error
    throw new OperatorError(`The place ${text} ${error.message}`, { cause: error })
  }
}
