import { systemSecret } from '../../../platform/secrets/system-secret.ts'
import { defineCommand } from '../../command.ts'

export const showSystemSecret = defineCommand({
  words: ['system-secret', 'show'],
  summary: 'Show the shared secret for internal sends',
  example: 'bureau system-secret show',

  async run(context) {
    return { secret: await systemSecret(context) }
  },
  print: ({ secret }) => secret,
})
