import { inForce } from '../../../identity/in-force.ts'
import { rotateKey } from '../../../identity/key/rotate-key.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { duration, id } from '../../value.ts'

const overlapSecondsMax = 30 * 24 * 60 * 60

export const rotateApiKey = defineCommand({
  words: ['keys', 'rotate'],
  summary: 'Replace an API key with a new one with the same rights; it is shown only once',
  positionals: { id: { value: id, description: 'id of the key' } },
  options: {
    overlap: {
      value: duration(overlapSecondsMax),
      description: 'how long the old key still works, like 30m or 24h (it is revoked at once)',
    },
  },
  example: 'bureau keys rotate 5 --overlap 24h',

  async run(context, { id: keyId, overlap: overlapSeconds = 0 }) {
    const {
      id: newId,
      key,
      oldUntil,
    } = await inForce(context, async (tx) => {
      const successor = await rotateKey(tx, context.random, { keyId, overlapSeconds })
      await auditOperator(tx, 'key.rotate', `key:${keyId}`, successor.workspaceId)
      await auditOperator(tx, 'key.create', `key:${successor.id}`, successor.workspaceId)
      return successor
    })
    return { id: newId, key, replaces: keyId, old_expires_at: oldUntil?.toISOString() ?? null }
  },
  print: ({ id: newId, key, replaces, old_expires_at: until }) =>
    `Key ${newId} replaces key ${replaces}, which ${until === null ? 'is revoked' : `works until ${shownTime(until)}`}. ` +
    `Copy it now; it is shown only once:\n${key}`,
})
