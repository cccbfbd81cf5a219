import { OperatorError } from '../../platform/operator-error.ts'
import type { Examined } from './check.ts'
import { countSealed } from './sealed-store.ts'

/** Checks that the keys decrypt the stored secrets. Bodies of codes live for minutes and are left out. */
export async function checkSecretKey({ database, vault }: Examined): Promise<string> {
  const kinds = await countSealed(database)
  const closed = kinds.filter(({ head }) => !vault.holdsKeyOf(head))
  if (closed.length === 0)
    return `opens all ${kinds.reduce((sum, { count }) => sum + count, 0)} stored secrets`
  throw new OperatorError(
    `It does not open ${closed.map(({ what, count }) => `${count} of the ${what}`).join(', ')}. ` +
      'Add the key that sealed them to BUREAU_SECRET_KEY, behind the active one.',
  )
}
