import { counted } from '../../../platform/counted.ts'
import { version } from '../../../platform/version.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { table } from '../../text.ts'

export const showMigrations = defineCommand({
  words: ['migrate', 'status'],
  summary: 'Show which migrations the database has, and which are pending',
  example: 'bureau migrate status',
  onAnySchema: true,

  async run({ migrations }) {
    const all = await migrations.status()
    return { version, pending: all.filter(({ applied_at }) => applied_at === null).length, migrations: all }
  },
  print: ({ version: bureau, pending, migrations }) =>
    [
      table(
        ['migration', 'applied', 'by'],
        migrations.map(({ name, applied_at, version: by }) => [
          name,
          applied_at ? shownTime(applied_at) : 'pending',
          by === null ? '' : `Bureau ${by}`,
        ]),
      ),
      pending === 0
        ? `The database is up to date with Bureau ${bureau}.`
        : `Bureau ${bureau} applies ${counted(pending, 'pending migration')} at its next start, or now with "bureau migrate up".`,
    ].join('\n'),
})
