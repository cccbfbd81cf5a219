import { findListedKey } from '../../../identity/key/list-store.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { details } from '../../text.ts'
import { id } from '../../value.ts'
import { withState } from './key-state.ts'

export const showApiKey = defineCommand({
  words: ['keys', 'show'],
  summary: 'Show an API key: state, last use, scopes and restrictions',
  positionals: { id: { value: id, description: 'id of the key' } },
  example: 'bureau keys show 5',

  async run({ database, clock }, { id: keyId }) {
    const key = await findListedKey(database, keyId)
    if (!key) throw new IdentityRefusal('key_not_found', { keyId })
    return { key: withState(key, clock.now()) }
  },
  print: ({ key }) =>
    details({
      id: String(key.id),
      key: `${key.prefix}…`,
      name: key.name,
      service: `${key.service} (${key.environment})`,
      state: key.state,
      'last used': shownTime(key.last_used_at),
      user: String(key.user_id),
      workspace: String(key.workspace_id),
      scopes: key.scopes.join(', '),
      limits: `${key.per_minute} a minute, ${key.per_day ?? 'no limit'} a day`,
      number: key.number_id === null ? 'any' : String(key.number_id),
      folder: key.folder_id ?? 'any',
      addresses: key.ips.join(', ') || 'any',
      domains: key.domains.join(', ') || 'any',
      created: shownTime(key.created_at),
      expires: shownTime(key.expires_at),
      revoked: shownTime(key.revoked_at),
    }),
})
