import { formerSecrets, systemSecret } from '../../../platform/secrets/system-secret.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'

export const showSystemSecret = defineCommand({
  words: ['system-secret', 'show'],
  summary: 'Show the shared secret for internal sends',
  example: 'bureau system-secret show',

  async run(context) {
    const secret = await systemSecret(context)
    const now = context.clock.now()
    const untils = (await formerSecrets(context))
      .map(({ acceptedUntil }) => acceptedUntil)
      .filter((until) => until > now)
    return { secret, old_work_until: untils.map((until) => until.toISOString()) }
  },
  print: ({ secret }) => secret,
  note: ({ old_work_until: untils }) =>
    untils.length === 0
      ? undefined
      : untils.map((until) => `An old secret works until ${shownTime(until)}.`).join('\n'),
})
