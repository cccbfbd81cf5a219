import type { Transaction } from '../../platform/database/database.ts'
import { ownAmong } from '../number/store.ts'
import { problem } from '../problems.ts'

/** Throws `bad_request` when one of the phones is a number of this installation: it would get texts and never answer. */
export async function requireExternal(tx: Transaction, phones: readonly string[]): Promise<void> {
  const [own] = phones.length === 0 ? [] : await ownAmong(tx, phones)
  if (own === undefined) return
  throw problem.bad_request({
    message: `${own} is a number of this installation, which can't be a member. Use the phone of a person.`,
  })
}
