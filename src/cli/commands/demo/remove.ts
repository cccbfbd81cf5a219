import { demoAdditions, removeDemo } from '../../../demo/remove.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { counted } from '../../../platform/counted.ts'
import type { Additions } from '../../../demo/content-store.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'

export const removeDemoData = defineCommand({
  words: ['demo', 'remove'],
  summary: 'Remove the demo data, with everything in its organization',
  options: {
    yes: { value: 'flag', description: 'do it; without it, the command only says what others added' },
  },
  example: 'bureau demo remove --yes',
  long: true,
  interrupted: 'A part of the demo data is gone. Run the command again to remove the rest.',

  async run(context, { yes }) {
    const found = await demoAdditions(context)
    if (!found) return { removed: false, people: 0, workspaces: 0, ledger_kept: false }
    if (!yes) throw new OperatorError(confirmation(found.organization, found.added))
    const { people, workspaces } = await removeDemo(context, context)
    await context.database.transaction((tx) => auditOperator(tx, 'demo.remove', 'demo'))
    return { removed: true, people, workspaces, ledger_kept: true }
  },
  print: ({ removed, people, workspaces }) =>
    removed
      ? `The demo data is removed: ${counted(people, 'person', 'people')} and ${counted(workspaces, 'workspace')} with everything in them. ` +
        'The ledger of text usage keeps their entries, because nothing is ever removed from it.'
      : 'This installation has no demo data.',
})

function confirmation(organization: string, added: Additions): string {
  const counts = [
    [added.files, 'file or folder', 'files or folders'],
    [added.messages, 'text', 'texts'],
    [added.keys, 'API key', 'API keys'],
    [added.webhooks, 'webhook', 'webhooks'],
    [added.groups, 'group', 'groups'],
    [added.numbers, 'number', 'numbers'],
    [added.people, 'member', 'members'],
  ] as const
  const since = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
  const loss =
    since.length === 0
      ? 'Nothing was added to it since it was filled.'
      : `These were added since it was filled and go too: ${since.join(', ')}.`
  return `This removes ${organization} with everything in it. ${loss} To do it: bureau demo remove --yes`
}
