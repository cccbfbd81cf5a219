import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { optedOutAmong } from '../../sms/optout/store.ts'
import { memberOf, planOf, texter, type Texter } from './conversations.testing.ts'

let app: TestApp
let account: Texter
beforeAll(async () => {
  app = await testApp()
  account = await texter(app)
})
afterAll(() => app.close())

const among = (phones: readonly string[], browser = account.owner) =>
  browser.data<unknown>('POST', `${account.path}/opt-outs`, { phones })
const refusal = (body: unknown, browser = account.owner, { path }: Pick<Texter, 'path'> = account) =>
  browser.refusal('POST', `${path}/opt-outs`, body as object)

describe('listOptOuts', () => {
  test('answers those that sent STOP as they were asked, until they send START', async () => {
    const [stopped, other] = [newPhone(), newPhone()]
    await account.receive(stopped, 'STOP')
    await account.receive(other, 'HELP')
    const spaced = `${stopped.slice(2, 5)} ${stopped.slice(5)}`
    expect(await among([other, spaced, stopped, newPhone(), stopped])).toEqual([
      { phone: spaced },
      { phone: stopped },
    ])
    await account.receive(stopped, 'START')
    expect(await among([other, stopped])).toEqual([])
  })

  test('takes 100 entries of any characters, phone numbers or not', async () => {
    const stopped = newPhone()
    await account.receive(stopped, 'STOP')
    const odd = ['', ' ', 'Ann', '🛍️', '%', "'; --", '{1,2}', '+', '٠', 'x'.repeat(250)]
    const phones = [...odd, ...Array.from({ length: 99 - odd.length }, newPhone), stopped]
    expect(phones).toHaveLength(100)
    expect(await among(phones)).toEqual([{ phone: stopped }])
    expect(await among(odd)).toEqual([])
  })

  test('is invalid_request without phones, with over 100, and with others than texts', async () => {
    for (const phones of [
      [],
      Array.from({ length: 101 }, newPhone),
      [1],
      [null],
      ['a\0b'],
      ['x'.repeat(251)],
      'a',
      null,
      undefined,
      {},
    ])
      expect(await refusal({ phones }), JSON.stringify(phones)).toEqual([400, 'invalid_request'])
  })

  test('says nothing of another workspace, and is workspace_not_found for its members', async () => {
    const other = await texter(app)
    const phone = newPhone()
    await other.receive(phone, 'STOP')
    expect(await among([phone])).toEqual([])
    expect(await refusal({ phones: [phone] }, account.owner, other)).toEqual([404, 'workspace_not_found'])
    expect(await among([phone], await memberOf(app, account.tenant))).toEqual([])
    const theirs = await memberOf(app, other.tenant)
    expect(await theirs.data('POST', `${other.path}/opt-outs`, { phones: [phone] })).toEqual([{ phone }])
  })

  test('is subscription_inactive when the plan of the owner has no texts', async () => {
    const poor = await app.tenant({ plan: { services: ['files'] } })
    const path = `/workspaces/${poor.workspaceId}`
    expect(await refusal({ phones: ['1'] }, await memberOf(app, poor), { path })).toEqual([
      402,
      'subscription_inactive',
    ])
  })

  test('reads along the primary key', async () => {
    const plan = await planOf(app, (database) =>
      optedOutAmong(database, account.tenant.workspaceId, ['+12025550101', '+12025550102']),
    )
    expect(plan).toContain('optout_pkey')
  })
})
