import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePerson } from '../../account/account.testing.ts'
import { duringChange } from '../../../test/during-change.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { inForce, type RightsTransaction } from '../in-force.ts'
import { setUserDisabled } from '../user/disable-user.ts'
import { endOperator, makeOperator } from './change-operators.ts'
import { anyOperator, isOperator, listOperators } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.context.database.run(sql`update identity.user set operator_since = null`))

const unknown = 987_654
const change = <Result>(work: (tx: RightsTransaction) => Promise<Result>) => inForce(app.context, work)
const add = (userId: number) => change((tx) => makeOperator(tx, userId, {}))
const remove = (userId: number) => change((tx) => endOperator(tx, userId, {}))
const disable = (userId: number) => change((tx) => setUserDisabled(tx, userId, true))
const operator = async () => {
  const { id } = await makePerson(app, { password: null })
  await add(id)
  return id
}
const has = (userId: number) => isOperator(app.context.database, userId)
const listed = async () =>
  (await listOperators(app.context.database, { after: 0, limit: 10 })).map(({ id }) => id)

const audited = (userId: number) =>
  app.context.database.rows(sql`
    select actor, user_id, action, address from identity.audit where target = ${`user:${userId}`} order by id`)

describe('makeOperator', () => {
  test('makes an enabled person an operator, once', async () => {
    const { id } = await makePerson(app, { password: null })
    expect([await has(id), await anyOperator(app.context.database)]).toEqual([false, false])
    expect(await add(id)).toBe(true)
    const [first] = await listOperators(app.context.database, { after: 0, limit: 10 })
    app.clock.advance(60_000)
    expect(await add(id)).toBe(false)
    expect(await listOperators(app.context.database, { after: 0, limit: 10 })).toEqual([first])
    expect([await has(id), await anyOperator(app.context.database)]).toEqual([true, true])
  })

  test('refuses people who are disabled or unknown', async () => {
    const { id } = await makePerson(app, { password: null })
    await disable(id)
    await expect(add(id)).rejects.toMatchObject({ reason: 'user_disabled' })
    await expect(add(unknown)).rejects.toMatchObject({ reason: 'user_not_found' })
    expect(await listed()).toEqual([])
  })

  test('refuses a person who is disabled at the same moment', async () => {
    const { id } = await makePerson(app, { password: null })
    const added = duringChange(
      app,
      (tx) => setUserDisabled(tx, id, true),
      () => add(id),
    )
    await expect(added).rejects.toMatchObject({ reason: 'user_disabled' })
  })

  test('records who did it, only when something changes', async () => {
    const boss = await operator()
    const { id } = await makePerson(app, { password: null })
    const by = { userId: boss, requestId: 'req_1', address: '192.0.2.1' }
    await change((tx) => makeOperator(tx, id, by))
    await change((tx) => makeOperator(tx, id, by))
    await remove(id)
    await remove(id)
    expect(await audited(id)).toEqual([
      { actor: 'operator', user_id: boss, action: 'operator.add', address: '192.0.2.1' },
      { actor: 'operator', user_id: null, action: 'operator.remove', address: null },
    ])
  })
})

describe('endOperator', () => {
  test('refuses the last enabled operator, disabled ones not counted', async () => {
    const [one, two] = [await operator(), await operator()]
    await disable(two)
    await expect(remove(one)).rejects.toMatchObject({ reason: 'last_operator', facts: { userId: one } })
    await expect(remove(unknown)).rejects.toMatchObject({ reason: 'user_not_found' })
    expect(await remove(two)).toBe(true)
    expect(await listed()).toEqual([one])
  })

  test('lets the first of two win who end the last two operators at once', async () => {
    const [one, two] = [await operator(), await operator()]
    const later = duringChange(
      app,
      (tx) => endOperator(tx, one, {}),
      () => remove(two),
    )
    await expect(later).rejects.toMatchObject({ reason: 'last_operator', facts: { userId: two } })
    expect(await listed()).toEqual([two])
  })
})

describe('setUserDisabled', () => {
  test('refuses the last operator, and enables operators again with their rights', async () => {
    const one = await operator()
    await expect(disable(one)).rejects.toMatchObject({ reason: 'last_operator' })
    const two = await operator()
    await disable(one)
    expect(await has(one)).toBe(false)
    await expect(disable(two)).rejects.toMatchObject({ reason: 'last_operator' })
    await change((tx) => setUserDisabled(tx, one, false))
    expect(await has(one)).toBe(true)
  })

  test('of one of two operators lets the first win when the other one is ended at once', async () => {
    const [one, two] = [await operator(), await operator()]
    const ended = duringChange(
      app,
      (tx) => setUserDisabled(tx, one, true),
      () => remove(two),
    )
    await expect(ended).rejects.toMatchObject({ reason: 'last_operator' })
    await change((tx) => setUserDisabled(tx, one, false))
    const disabled = duringChange(
      app,
      (tx) => endOperator(tx, two, {}),
      () => disable(one),
    )
    await expect(disabled).rejects.toMatchObject({ reason: 'last_operator' })
    expect(await anyOperator(app.context.database)).toBe(true)
  })
})
