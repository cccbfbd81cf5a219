import { revokeKey } from '../../../identity/key/revoke-key.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const revokeApiKey = defineCommand({
  words: ['keys', 'revoke'],
  summary: 'Revoke an API key at once',
  positionals: { id: { value: id, description: 'id of the key' } },
  example: 'bureau keys revoke 5',

  async run(context, { id: keyId }) {
    await changeRights(context, ['key.revoke', `key:${keyId}`], (tx) => revokeKey(tx, keyId))
    return { ok: true, id: keyId }
  },
  print: (done) => `Key ${done.id} is revoked.`,
})
