import { sealedColumns } from '../../../console/secrets/sealed-columns.ts'
import { counted } from '../../../platform/counted.ts'
import { rotateSecretKey } from '../../../platform/secrets/rotation/rotate.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'

export const rotateSecrets = defineCommand({
  words: ['secrets', 'rotate'],
  summary: 'Encrypt all stored secrets with a new key, while the server runs',
  details:
    'Makes a new key, gives it to every running process, and encrypts each stored secret again. Nobody is logged out. ' +
    'Old keys stay in the key file, because earlier backups need them. If the keys are in BUREAU_SECRET_KEY, put the new one there first.',
  example: 'bureau secrets rotate',
  long: true,
  interrupted: 'The next run continues.',

  async run(context) {
    const { progress, signal } = context
    const { keyId, oldKeyIds, continued, resealed, unreadable, file } = await rotateSecretKey(context, {
      columns: sealedColumns,
      progress,
      signal,
    })
    await context.database.transaction((tx) => auditOperator(tx, 'secrets.rotate', `secret-key:${keyId}`))
    return { key_id: keyId, old_key_ids: oldKeyIds, continued, resealed, unreadable, key_file: file ?? null }
  },
  print: ({ key_id: keyId, old_key_ids: old, resealed, key_file: file }) =>
    [
      `Key ${keyId} now encrypts everything. ${counted(resealed, 'stored secret')} ${resealed === 1 ? 'was' : 'were'} encrypted again.`,
      ...(old.length === 0 ? [] : [oldKeysSentence(old, file)]),
    ].join('\n'),
  failure: ({ unreadable }) =>
    Object.keys(unreadable).length === 0
      ? undefined
      : `No key decrypts ${Object.entries(unreadable)
          .map(([what, count]) => `${count} of the ${what}`)
          .join(', ')}. They stay as they are. Add the key that encrypted them, and rotate again.`,
})

function oldKeysSentence(old: readonly string[], file: string | null): string {
  const keys = `The old ${old.length === 1 ? 'key' : 'keys'} ${old.join(', ')}`
  return file === null
    ? `${keys} may be removed from BUREAU_SECRET_KEY in two hours. Keep a copy for backups made before.`
    : `${keys} stay${old.length === 1 ? 's' : ''} in ${file}, because backups made before need ${
        old.length === 1 ? 'it' : 'them'
      }. To remove ${old.length === 1 ? 'it' : 'them'}: bureau secrets forget-old`
}
