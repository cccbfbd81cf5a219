import { examineSecretKeys, secretsOf } from '../../../console/secrets/secret-keys.ts'
import { defineCommand } from '../../command.ts'
import { table } from '../../text.ts'

export const showSecretStatus = defineCommand({
  words: ['secrets', 'status'],
  summary: 'Show which keys encrypt the stored secrets, without the keys',
  details:
    'Lists the IDs of the keys, which reveal nothing of them, with the number of stored secrets that each encrypted. ' +
    'An old key with 0 secrets is only needed for earlier backups. A missing key encrypted secrets that nothing decrypts now.',
  example: 'bureau secrets status',
  long: true,
  interrupted: 'Nothing was changed.',

  async run(context) {
    const { keys, unfinished } = await examineSecretKeys(context)
    return { key_file: context.keyring.file ?? null, unfinished, keys }
  },
  print: ({ keys, unfinished }) =>
    [
      table(
        ['key', 'state', 'secrets'],
        keys.map((key) => [key.id, key.state, `${secretsOf(key)}`]),
      ),
      ...(unfinished ? ['A rotation was interrupted. Complete it: bureau secrets rotate'] : []),
    ].join('\n'),
})
