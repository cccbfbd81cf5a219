import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { KeyScope } from '../account/model.ts'
import { ownAmong, usableById } from '../number/store.ts'
import { problem } from '../problems.ts'
import { type Group, toGroup } from './model.ts'
import { findGroup, lockGroup } from './store.ts'

/** Throws `not_found`. */
export async function requireGroup(database: Queryable, scope: KeyScope, id: number): Promise<Group> {
  const row = await findGroup(database, scope, id)
  if (!row) throw problem.not_found()
  return toGroup(row)
}

/** Serializes changes of a group and its members. Throws `not_found`. */
export async function requireLockedGroup(tx: Transaction, scope: KeyScope, id: number) {
  const group = await lockGroup(tx, scope, id)
  if (!group) throw problem.not_found()
  return group
}

/** Throws `no_number` unless the number is dedicated to the account, and the one that the key is bound to, if any. */
export async function requireHost(tx: Transaction, scope: KeyScope, numberId: number): Promise<void> {
  const { workspaceId, numberId: boundTo } = scope
  const number = await usableById(tx, workspaceId, numberId)
  if (number?.workspace_id === workspaceId && (boundTo === null || boundTo === numberId)) return
  throw problem.no_number({ message: 'Groups need a number that is dedicated to this account.' })
}

/** Throws `bad_request` for a number of this installation: two numbers would answer each other forever. */
export async function requireExternal(tx: Transaction, phones: readonly string[]): Promise<void> {
  const [own] = phones.length === 0 ? [] : await ownAmong(tx, phones)
  if (own === undefined) return
  throw problem.bad_request({
    message: `${own} is a number of this installation, which can't be a member. Use the phone of a person.`,
    details: { phones: [own] },
  })
}
