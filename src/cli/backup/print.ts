import type { RestoreReport } from '../../backup/restore/restore-backup.ts'
import type { VerifyReport } from '../../backup/restore/verify-backup.ts'
import { counted } from '../../platform/counted.ts'
import { shownTime } from '../listing.ts'
import { shownAmount } from '../terminal/amount.ts'

interface Contents {
  readonly tables: number
  readonly rows: number
  readonly blobs: { readonly count: number; readonly bytes: number }
}

const contents = ({ tables, rows, blobs }: Contents): string =>
  `${shownAmount(rows, 'items')} rows in ${counted(tables, 'table')} and ` +
  `${counted(blobs.count, 'blob')} (${shownAmount(blobs.bytes, 'bytes')})`

export function restoreText(report: RestoreReport): string {
  const { blobs, failed_texts: failed, migrations } = report
  return [
    `${report.name} of ${shownTime(report.created_at)}, made by Bureau ${report.version}, is restored.`,
    `The counts are those of the backup: ${contents(report)}. ${counted(blobs.copied, 'blob')} copied now.`,
    ...(blobs.missing > 0 ? [`Missing, as you accepted: ${counted(blobs.missing, 'blob')}.`] : []),
    ...(failed > 0
      ? [`Failed with outcome_unknown, because they may have been sent: ${counted(failed, 'queued text')}.`]
      : []),
    ...(migrations.length > 0 ? [`Upgraded with ${counted(migrations.length, 'migration')}.`] : []),
    'Start the server with "bureau serve".',
  ].join('\n')
}

export function verifyText(report: VerifyReport): string {
  const { blobs, mac } = report
  return [
    `${report.name} of ${shownTime(report.created_at)}, made by Bureau ${report.version}, was restored for a trial.`,
    `The counts are those of the backup: ${contents(report)}.`,
    blobs.missing === null
      ? 'The backup has no blobs, so they were not checked.'
      : `The bytes of ${counted(blobs.read, 'blob')} were read and compared.`,
    ...(mac === 'checked'
      ? []
      : ['The secret key is not at hand, so it was not checked which installation made the backup.']),
  ].join('\n')
}

/** One sentence if something is wrong with the backup. */
export function verifyFailure({ blobs }: VerifyReport): string | undefined {
  const [first] = blobs.damaged
  if (first !== undefined)
    return `The backup has ${counted(blobs.damaged.length, 'damaged blob')}, such as ${first}. Make another one.`
  if (blobs.missing) return `The backup lacks ${counted(blobs.missing, 'blob')}. Make another one.`
  return undefined
}
