import { takeNumberAway } from '../../../sms/inventory/change-number.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'
import { failedText } from './change.ts'

export const removePhoneNumber = defineCommand({
  words: ['numbers', 'remove'],
  summary: 'Remove a number; past messages still show it',
  positionals: { id: { value: id, description: 'id of the number' } },
  example: 'bureau numbers remove 3',

  async run(context, { id: numberId }) {
    const {
      id: removed,
      number,
      failed = 0,
    } = await context.database.transaction(async (tx) => {
      const taken = await takeNumberAway(tx, context, numberId)
      await auditOperator(tx, 'number.remove', `number:${numberId}`, taken.workspace_id ?? undefined)
      return taken
    })
    return { ok: true, id: removed, number, failed }
  },
  print: (removed) => `Number ${removed.id}, ${removed.number}, is removed.${failedText(removed)}`,
})
