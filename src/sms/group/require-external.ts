import type { Transaction } from '../../platform/database/database.ts'
import { ownAmong } from '../number/store.ts'
import { problem } from '../problems.ts'

/** Throws `bad_request` for a number of this installation: two numbers would answer each other forever. */
export async function requireExternal(tx: Transaction, phones: readonly string[]): Promise<void> {
  const [own] = phones.length === 0 ? [] : await ownAmong(tx, phones)
  if (own === undefined) return
  throw problem.bad_request({
    message: `${own} is a number of this installation, which can't be a member. Use the phone of a person.`,
  })
}
