import { sealedColumns } from '../../../console/secrets/sealed-columns.ts'
import { forgetOldKeys } from '../../../platform/secrets/rotation/forget.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'

export const forgetOldSecretKeys = defineCommand({
  words: ['secrets', 'forget-old'],
  summary: 'Remove old keys from the key file; backups made with them then need a copy',
  details:
    'Encrypts again what an old key still encrypts, and then writes the key file with the active key alone. ' +
    'A backup made before the rotation can then only be restored with a copy of the old key.',
  options: {
    now: { value: 'flag', description: 'sooner than two hours after the rotation' },
  },
  example: 'bureau secrets forget-old',
  long: true,
  interrupted: 'The next run continues.',

  async run(context, { now }) {
    const { progress, signal, database } = context
    const { keyId, forgotten, file } = await forgetOldKeys(context, {
      columns: sealedColumns,
      progress,
      signal,
      now,
    })
    if (forgotten.length > 0)
      await database.transaction((tx) =>
        auditOperator(tx, 'secrets.forget', `secret-key:${forgotten.join(',')}`),
      )
    return { key_id: keyId, forgotten, key_file: file }
  },
  print: ({ key_id: keyId, forgotten, key_file: file }) =>
    forgotten.length === 0
      ? `${file} has no old keys. Its only key is ${keyId}.`
      : `Removed from ${file}: ${forgotten.join(', ')}. Its only key is ${keyId}.`,
})
