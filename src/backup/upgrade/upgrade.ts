import type { Context } from '../../api/context.ts'
import { backUpBeforeUpgrade, type BackupWork } from './back-up-before-upgrade.ts'

export interface UpgradeWork extends BackupWork {
  /** Another process is migrating the database. */
  readonly waiting?: () => void
}

interface Upgraded {
  readonly applied: readonly string[]
  /** The name of the backup that was taken first. */
  readonly backup: string | undefined
}

/** Brings the database to this version, after a backup if it is in use. Throws OperatorError. */
export async function upgrade(
  context: Context,
  { progress, signal, waiting }: UpgradeWork,
): Promise<Upgraded> {
  let backup: string | undefined
  const applied = await context.migrations.run({
    ...(waiting && { waiting }),
    before: async () => {
      backup = await backUpBeforeUpgrade(context, { progress, signal })
    },
    progress: (done, total) => progress({ step: 'Migrating the database', done, total, unit: 'items' }),
  })
  return { applied, backup }
}
