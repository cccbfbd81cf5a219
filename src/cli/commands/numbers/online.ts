import { defineCommand } from '../../command.ts'
import { id, yesNo } from '../../value.ts'
import { changeAudited } from './change.ts'

export const setNumberOnline = defineCommand({
  words: ['numbers', 'online'],
  summary: 'Put a number online or offline; messages wait while it is offline',
  positionals: {
    id: { value: id, description: 'id of the number' },
    online: { value: yesNo, description: 'whether it sends' },
  },
  example: 'bureau numbers online 3 no',

  run: (context, { id: numberId, online }) => changeAudited(context, numberId, { online }),
  print: (number) => `Number ${number.id} is ${number.online ? 'online' : 'offline'}.`,
})
