import { resolve } from 'node:path'
import { createBackup, type CreatedBackup, damagedSentence } from '../../../backup/create-backup.ts'
import { readPassphraseFile } from '../../../backup/passphrase-file.ts'
import { targetAt } from '../../../backup/place.ts'
import { counted } from '../../../platform/counted.ts'
import { defineCommand } from '../../command.ts'
import { shownAmount } from '../../terminal/amount.ts'
import { choice, words } from '../../value.ts'
import { backupPlace } from './place.ts'

export const createOneBackup = defineCommand({
  words: ['backup', 'create'],
  summary: 'Make a backup of everything, while the server works',
  details:
    'Writes the database into one file and keeps the bytes of files beside it, each once for all backups in the same place. ' +
    'Run it again for the next backup: it only adds new files. Backups made with this command are never removed.',
  positionals: backupPlace,
  options: {
    blobs: {
      value: choice(['beside', 'none']),
      description: 'whether to copy the bytes of files; none if another backup has them (beside)',
    },
    passphraseFile: {
      value: words('FILE'),
      description: 'a file with the passphrase that encrypts the secret keys (BUREAU_BACKUP_PASSPHRASE)',
    },
  },
  example: 'bureau backup create /mnt/backups --passphrase-file ~/backup-passphrase',
  long: true,
  interrupted: 'No backup was made. The next one starts over, and skips the files that were copied.',

  async run(context, { dir, blobs = 'beside', passphraseFile }) {
    const passphrase =
      passphraseFile === undefined
        ? context.settings.backups.passphrase
        : await readPassphraseFile(resolve(context.cwd, passphraseFile))
    const target = await targetAt(dir, context)
    try {
      const { progress, signal } = context
      const options = { target, blobs, passphrase, progress, signal, keep: 'all' } as const
      const created = await createBackup(context, options)
      const keys = context.keyring.file ?? 'BUREAU_SECRET_KEY'
      return { ...created, keys_left_out_of: created.has_keys ? null : keys }
    } finally {
      target.close()
    }
  },
  print: ({ keys_left_out_of: keys, ...created }) =>
    [
      `${created.name} is in ${created.place}: ${shownAmount(created.rows, 'items')} rows, ${shownAmount(created.size_bytes, 'bytes')}.`,
      blobsSentence(created),
      keys === null
        ? 'The secret keys are in it, encrypted with the passphrase. Keep the passphrase somewhere else.'
        : `The secret keys are not in it. Keep a copy of ${keys} somewhere else: without it, a restore cannot read stored secrets.`,
    ].join('\n'),
  failure: ({ damaged_blobs: damaged }) => (damaged > 0 ? damagedSentence(damaged) : undefined),
})

const blobsSentence = ({ blobs, has_blobs: hasBlobs }: CreatedBackup): string => {
  const size = `${counted(blobs.count, 'blob')}, ${shownAmount(blobs.bytes, 'bytes')}`
  return hasBlobs
    ? `The bytes of files are beside it: ${size}.`
    : `The bytes of files are not in it: ${size}. Back up the blob directory or bucket after this command.`
}
