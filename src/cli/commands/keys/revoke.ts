import { inForce } from '../../../identity/in-force.ts'
import { revokeKey } from '../../../identity/key/revoke-key.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const revokeApiKey = defineCommand({
  words: ['keys', 'revoke'],
  summary: 'Revoke an API key at once',
  positionals: { id: { value: id, description: 'id of the key' } },
  example: 'bureau keys revoke 5',

  async run(context, { id: keyId }) {
    await inForce(context, async (tx) => {
      await revokeKey(tx, keyId)
      await auditOperator(tx, 'key.revoke', `key:${keyId}`)
    })
    return { ok: true, id: keyId }
  },
  print: (done) => `Key ${done.id} is revoked.`,
})
