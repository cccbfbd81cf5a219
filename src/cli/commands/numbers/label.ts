import { labelCharactersMax } from '../../../sms/number/model.ts'
import { defineCommand } from '../../command.ts'
import { onOneLine } from '../../text.ts'
import { id, line, type Value } from '../../value.ts'
import { changeAudited } from './change.ts'

const named = line(labelCharactersMax, 'LABEL')

const label: Value<string> = {
  placeholder: named.placeholder,
  read: (text) => (text === '' ? '' : named.read(text)),
}

export const labelPhoneNumber = defineCommand({
  words: ['numbers', 'label'],
  summary: 'Change the label of a number',
  positionals: {
    id: { value: id, description: 'id of the number' },
    label: { value: label, description: "a name for people; '' for none" },
  },
  example: 'bureau numbers label 3 Desk',

  run: (context, { id: numberId, label }) => changeAudited(context, numberId, { label }),
  print: (number) =>
    onOneLine(`Number ${number.id} ${number.label === '' ? 'has no label' : `is called ${number.label}`}.`),
})
