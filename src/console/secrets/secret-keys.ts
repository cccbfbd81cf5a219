import type { PlatformContext } from '../../platform/context.ts'
import { headOf } from '../../platform/secrets/sealed-column.ts'
import { secretKeyId } from '../../platform/secrets/vault.ts'
import { lastRotation } from '../../platform/secrets/rotation/store.ts'
import { sealedColumns } from './sealed-columns.ts'

export interface SecretKey {
  readonly id: string
  /** Old keys only decrypt. A missing one sealed secrets that nothing opens now. */
  readonly state: 'active' | 'old' | 'missing'
  /** How many stored secrets it sealed, by what they are. */
  readonly secrets: Readonly<Record<string, number>>
}

export interface SecretKeys {
  readonly keys: readonly SecretKey[]
  /** Whether a rotation was interrupted. */
  readonly unfinished: boolean
}

/** Counts what each key seals. Costs a scan of the tables that have secrets. */
export async function examineSecretKeys(
  { database, keyring }: Pick<PlatformContext, 'database' | 'keyring'>,
  columns = sealedColumns,
): Promise<SecretKeys> {
  keyring.reload()
  const counts = new Map<string, Record<string, number>>()
  for (const { what, count: countRows } of columns)
    for (const { head, count } of await countRows(database)) {
      const id = headOf(head).subarray(1).toString('hex')
      const secrets = counts.get(id) ?? {}
      secrets[what] = (secrets[what] ?? 0) + count
      counts.set(id, secrets)
    }
  const held = keyring.keys().map(secretKeyId)
  const missing = [...counts.keys()].filter((id) => !held.includes(id)).toSorted()
  const last = await lastRotation(database)
  return {
    keys: [
      ...held.map((id, index): SecretKey => ({
        id,
        state: index === 0 ? 'active' : 'old',
        secrets: counts.get(id) ?? {},
      })),
      ...missing.map((id): SecretKey => ({ id, state: 'missing', secrets: counts.get(id) ?? {} })),
    ],
    unfinished: last?.ended_at === null,
  }
}

export const secretsOf = ({ secrets }: SecretKey): number =>
  Object.values(secrets).reduce((sum, count) => sum + count, 0)
