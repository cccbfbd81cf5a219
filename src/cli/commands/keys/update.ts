import { findListedKey } from '../../../identity/key/list-store.ts'
import { updateKey } from '../../../identity/key/update-key.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { UsageError } from '../../parse.ts'
import { id, int4Max, isoTimeOrNever, line, list, wholeNumber, words } from '../../value.ts'
import { withState } from './key-state.ts'

export const updateApiKey = defineCommand({
  words: ['keys', 'update'],
  summary: 'Change what an API key may do, at once; omitted options stay unchanged',
  positionals: { id: { value: id, description: 'id of the key' } },
  options: {
    name: { value: line(100, 'NAME'), description: 'what the key is for' },
    scopes: { value: list(words('SCOPE')), description: 'what the key may do' },
    perMinute: { value: wholeNumber(1, int4Max), description: 'requests a minute' },
    perDay: { value: wholeNumber(1, int4Max), description: 'requests a day; not for SMS keys' },
    ips: { value: list(words('IP')), description: 'addresses and ranges allowed to call; "" for any' },
    domains: {
      value: list(words('DOMAIN')),
      description: 'hosts and *.domains allowed as origin; "" for any',
    },
    expires: { value: isoTimeOrNever, description: 'when the key expires' },
  },
  example: 'bureau keys update 5 --per-minute 600 --expires never',

  async run(context, { id: keyId, expires, ...change }) {
    if (expires === undefined && Object.values(change).every((value) => value === undefined))
      throw new UsageError('Give at least one option to change.')
    await changeRights(context, ['key.update', `key:${keyId}`], (tx) =>
      updateKey(tx, keyId, { ...change, expiresAt: expires }),
    )
    const key = await findListedKey(context.database, keyId)
    if (!key) throw new IdentityRefusal('key_not_found', { keyId })
    return { ok: true, key: withState(key, context.clock.now()) }
  },
  print: ({ key }) => `Key ${key.id} is changed. "bureau keys show ${key.id}" shows it.`,
})
