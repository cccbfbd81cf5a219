import { targetAt } from '../../../backup/place.ts'
import { readArchiveName } from '../../../backup/target/archive-name.ts'
import { defineCommand } from '../../command.ts'
import { printList, shownTime } from '../../listing.ts'
import { shownAmount } from '../../terminal/amount.ts'
import { backupPlace } from './place.ts'

export const listBackups = defineCommand({
  words: ['backup', 'list'],
  summary: 'List backups, newest first',
  positionals: backupPlace,
  example: 'bureau backup list /mnt/backups',

  async run(context, { dir }) {
    const target = await targetAt(dir, context)
    try {
      const backups = (await target.list()).map(({ name, sizeBytes, writtenAt }) => ({
        name,
        created_at: writtenAt.toISOString(),
        size_bytes: sizeBytes,
        kind: readArchiveName(name)?.label ?? 'manual',
      }))
      return { place: target.name, backups }
    } finally {
      target.close()
    }
  },
  print: ({ place, backups }) =>
    printList({
      nothing: `There are no backups in ${place}.`,
      rows: backups,
      columns: {
        name: ({ name }) => name,
        created: ({ created_at: time }) => shownTime(time),
        size: ({ size_bytes: bytes }) => shownAmount(bytes, 'bytes'),
        kind: ({ kind }) => kind,
      },
    }),
})
