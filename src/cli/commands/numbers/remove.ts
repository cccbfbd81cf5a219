import { removeNumber } from '../../../sms/inventory/change-number.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const removePhoneNumber = defineCommand({
  words: ['numbers', 'remove'],
  summary: 'Remove a number; past messages still show it',
  positionals: { id: { value: id, description: 'id of the number' } },
  example: 'bureau numbers remove 3',

  async run(context, { id: numberId }) {
    const { id: removed, number } = await removeNumber(context, numberId)
    return { ok: true, id: removed, number }
  },
  print: (removed) => `Number ${removed.id}, ${removed.number}, is removed.`,
})
