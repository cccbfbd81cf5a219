import type { Declaration } from '../command.ts'
import { choice, words } from '../value.ts'

const file = {
  value: words('FILE'),
  description: 'the backup: a file, s3://bucket/NAME, or the name of a nightly backup',
} as const

const passphraseFile = {
  value: words('FILE'),
  description: 'file with the passphrase of the secret keys (BUREAU_BACKUP_PASSPHRASE)',
} as const

/** Declared like a command for its help. It runs where no server does. */
export const restoreDeclaration = {
  words: ['backup', 'restore'],
  summary: 'Restore a backup into an empty installation',
  options: {
    passphraseFile,
    missingBlobs: {
      value: choice(['refuse', 'accept']),
      description: 'what to do if blobs are missing (refuse)',
    },
    sendQueued: {
      value: 'flag',
      description: 'send the texts that were queued, although they may have been sent after the backup',
    },
  },
  positionals: { file },
  details:
    'Goes into a new data directory, or an empty database in DATABASE_URL, with the blobs where BUREAU_BLOBS says. ' +
    'Checks the whole backup before it changes anything. ' +
    'Texts that were queued when the backup was made fail, because they may have been sent since then.',
  interrupted: 'The installation is still empty. Run the command again, and it goes on.',
  example: 'bureau backup restore /backups/bureau-20261126T023000Z.backup --data /var/lib/bureau',
} as const satisfies Declaration

/** Declared like a command for its help. It runs in its own process, beside a server. */
export const verifyDeclaration = {
  words: ['backup', 'verify'],
  summary: 'Restore a backup into a temporary database, and compare',
  options: {
    passphraseFile,
    all: { value: 'flag', description: 'read all blobs, not a sample of 100' },
  },
  positionals: { file },
  details:
    'Needs room in the temporary directory (TMPDIR) for the database of the backup, and no installation. ' +
    'A server may run meanwhile. Fails if anything is missing or damaged.',
  interrupted: 'The backup was not verified. Nothing is left of the temporary database.',
  example: 'bureau backup verify /backups/bureau-20261126T023000Z.backup',
} as const satisfies Declaration
