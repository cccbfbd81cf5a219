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
    const untils = (await formerSecrets(context)).map(({ acceptedUntil }) => acceptedUntil.getTime())
    const last = Math.max(...untils)
    return { secret, old_expires_at: last > now.getTime() ? new Date(last).toISOString() : null }
  },
  print: ({ secret }) => secret,
  note: ({ old_expires_at: until }) =>
    until === null ? undefined : `The old secret works until ${shownTime(until)}.`,
})
