import { listOperators as list } from '../../../identity/operator/store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'

export const listOperators = defineCommand({
  words: ['operators', 'list'],
  summary: 'List the operators of the installation',
  options: { after },
  example: 'bureau operators list',

  async run({ database }, input) {
    const rows = await list(database, pageAfter(input.after))
    const { shown, nextAfter } = cutPage(rows, (operator) => operator.id)
    return { operators: shown, next_after: nextAfter }
  },
  print: ({ operators, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no operators. "bureau setup-link" prints a link to create one.',
      rows: operators,
      columns: {
        id: (operator) => operator.id,
        email: (operator) => operator.email,
        name: (operator) => `${operator.first_name} ${operator.last_name}`,
        since: (operator) => shownTime(operator.operator_since),
        state: (operator) => (operator.disabled_at === null ? 'active' : 'disabled'),
      },
      nextAfter,
    }),
})
