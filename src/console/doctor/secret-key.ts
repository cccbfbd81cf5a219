import { counted } from '../../platform/counted.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { examineSecretKeys, secretsOf, type SecretKey } from '../secrets/secret-keys.ts'
import { sealedColumns } from '../secrets/sealed-columns.ts'
import type { Check, Examined } from './check.ts'

/** There may be millions of them, and most are as old as the day. */
const uncounted = 'sms.message.sealed_body'

/** Checks that the keys decrypt the stored secrets, and which of them need an old key. */
export const checkSecretKey: Check = async ({ database, keyring }: Examined) => {
  const columns = sealedColumns.filter(({ name }) => name !== uncounted)
  const { keys, unfinished } = await examineSecretKeys({ database, keyring }, columns)
  const missing = keys.filter(({ state }) => state === 'missing')
  if (missing.length > 0)
    throw new OperatorError(
      `It does not open ${contentOf(missing)}. ` +
        'Add the key that sealed them to BUREAU_SECRET_KEY, behind the active one.',
    )
  const old = keys.filter(({ state }) => state === 'old')
  const late = old.reduce((sum, key) => sum + secretsOf(key), 0)
  if (unfinished)
    return {
      warning: `A rotation was interrupted, and ${counted(late, 'secret')} still ${late === 1 ? 'needs' : 'need'} an old key. Complete it: bureau secrets rotate`,
    }
  if (late > 0)
    return {
      warning: `${counted(late, 'stored secret')} still ${late === 1 ? 'needs' : 'need'} an old key. Seal ${late === 1 ? 'it' : 'them'} with the active one: bureau secrets rotate`,
    }
  const opens = `opens all ${keys.reduce((sum, key) => sum + secretsOf(key), 0)} stored secrets`
  return old.length === 0
    ? opens
    : `${opens}; ${counted(old.length, 'old key')} (${old.map(({ id }) => id).join(', ')}) ${old.length === 1 ? 'seals' : 'seal'} nothing`
}

/** `1 of the secrets of webhooks, 2 of the two-step secrets` */
function contentOf(keys: readonly SecretKey[]): string {
  const sums = new Map<string, number>()
  for (const { secrets } of keys)
    for (const [what, count] of Object.entries(secrets)) sums.set(what, (sums.get(what) ?? 0) + count)
  return [...sums].map(([what, count]) => `${count} of the ${what}`).join(', ')
}
