import { inForce } from '../../../identity/in-force.ts'
import { rotateSystemSecret, systemSecret } from '../../../platform/secrets/system-secret.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { wholeNumber } from '../../value.ts'

const overlapHoursMax = 30 * 24
const overlapHoursDefault = 24

export const rotateSharedSecret = defineCommand({
  words: ['system-secret', 'rotate'],
  summary: 'Replace the shared secret for internal sends',
  details:
    'Makes a new secret and prints it. Every process accepts the old one until the overlap ends, or refuses it at once with --overlap 0.',
  options: {
    overlap: {
      value: wholeNumber(0, overlapHoursMax, 'HOURS'),
      description: `how many hours the old secret still works; 0: not at all (${overlapHoursDefault})`,
    },
  },
  example: 'bureau system-secret rotate --overlap 48',

  async run(context, { overlap: overlapHours = overlapHoursDefault }) {
    // The first secret is made outside of transactions.
    await systemSecret(context)
    const { secret, formerUntil } = await inForce(context, async (tx) => {
      const rotated = await rotateSystemSecret(tx, context, overlapHours * 60 * 60)
      await auditOperator(tx, 'system_secret.rotate', 'system-secret')
      return rotated
    })
    return { secret, old_expires_at: formerUntil?.toISOString() ?? null }
  },
  print: ({ secret, old_expires_at: until }) =>
    `${until === null ? 'The old secret no longer works.' : `The old secret works until ${shownTime(until)}.`} The new one:\n${secret}`,
})
