import { offReason } from '../../../backup/upgrade/back-up-before-upgrade.ts'
import { isInUse } from '../../../backup/restore/tables-store.ts'
import { upgrade } from '../../../backup/upgrade/upgrade.ts'
import { counted } from '../../../platform/counted.ts'
import { type CommandContext, defineCommand } from '../../command.ts'

const upToDate = 'The database is up to date.'

export const migrateUp = defineCommand({
  words: ['migrate', 'up'],
  summary: 'Apply the pending migrations, after a backup',
  details:
    'A server does the same when it starts; this command migrates without one, and ends. ' +
    'If the backup fails, nothing is changed. Stop a server of an earlier version first.',
  options: {
    dryRun: { value: 'flag', description: 'only say what would be done' },
  },
  example: 'bureau migrate up --dry-run',
  onAnySchema: true,
  long: true,
  interrupted: 'Migrations that were applied stay. Run the command again, and it goes on.',

  async run(context, { dryRun }) {
    if (dryRun) return { dry_run: true, ...(await plan(context)) }
    const { applied, backup = null } = await upgrade(context, context)
    return { dry_run: false, migrations: applied, backup, text: doneText(applied, backup) }
  },
  print: ({ text }) => text,
})

/** Only lists: to apply the files and roll them back would lock the tables of servers that run. */
async function plan(context: CommandContext) {
  const all = await context.migrations.status()
  const migrations = all.flatMap(({ name, applied_at }) => (applied_at ? [] : [name]))
  return { migrations, backup: null, text: await planText(context, migrations) }
}

async function planText({ database, settings }: CommandContext, pending: readonly string[]): Promise<string> {
  if (pending.length === 0) return upToDate
  const off = offReason(settings)
  const first = !(await isInUse(database))
    ? 'No backup would be taken first, because the database has no people yet.'
    : off === undefined
      ? 'A backup would be taken first.'
      : `No backup would be taken first, because ${off}.`
  return [first, `${counted(pending.length, 'migration')} would be applied:`, ...indented(pending)].join('\n')
}

function doneText(applied: readonly string[], backup: string | null): string {
  if (applied.length === 0) return upToDate
  const before = backup === null ? [] : [`The state before is in the backup ${backup}.`]
  return [...before, `${counted(applied.length, 'migration')} applied:`, ...indented(applied)].join('\n')
}

const indented = (names: readonly string[]): string[] => names.map((name) => `  ${name}`)
