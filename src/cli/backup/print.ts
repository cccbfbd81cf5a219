import type { RestoreReport } from '../../backup/restore/restore-backup.ts'
import type { VerifyReport } from '../../backup/restore/verify-backup.ts'
import { counted } from '../../platform/counted.ts'
import { shownAmount } from '../terminal/amount.ts'

interface Contents {
  readonly tables: number
  readonly rows: number
  readonly blobs: { readonly count: number; readonly bytes: number }
}

const contents = ({ tables, rows, blobs }: Contents): string =>
  `${shownAmount(rows, 'items')} rows in ${counted(tables, 'table')}, ` +
  `${shownAmount(blobs.count, 'items')} stored files with ${shownAmount(blobs.bytes, 'bytes')}`

export function restoreText(report: RestoreReport): string {
  const { blobs, failed_texts: failed, migrations } = report
  return [
    `Restored ${report.name}, made on ${report.created_at} by Bureau ${report.version}.`,
    `As many as in the backup: ${contents(report)}. ${shownAmount(blobs.copied, 'items')} of the files were copied now.`,
    ...(blobs.missing > 0 ? [`${counted(blobs.missing, 'stored file')} missing, as accepted.`] : []),
    ...(failed > 0
      ? [
          `${counted(failed, 'queued text')} failed with outcome_unknown, because they may have been sent already.`,
        ]
      : []),
    ...(migrations.length > 0 ? [`${counted(migrations.length, 'migration')} followed.`] : []),
    'Start the server with "bureau serve".',
  ].join('\n')
}

export function verifyText(report: VerifyReport): string {
  const { blobs, mac } = report
  return [
    `Verified ${report.name}, made on ${report.created_at} by Bureau ${report.version}.`,
    `As many as the backup says: ${contents(report)}.`,
    blobs.missing === null
      ? 'The backup has no bytes of files, so they were not checked.'
      : `${shownAmount(blobs.read, 'items')} files were read and compared.`,
    ...(mac === 'checked'
      ? []
      : ['The secret key is not at hand, so it was not checked who made the backup.']),
  ].join('\n')
}

/** One sentence if something is wrong with the backup. */
export function verifyFailure({ blobs }: VerifyReport): string | undefined {
  const [first] = blobs.damaged
  if (first !== undefined)
    return `${counted(blobs.damaged.length, 'stored file')} of the backup damaged, such as ${first}.`
  if (blobs.missing) return `${counted(blobs.missing, 'stored file')} of the backup missing.`
  return undefined
}
