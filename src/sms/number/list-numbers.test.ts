import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { removeNumber } from '../inventory/change-number.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const idsOf = async (caller: ReturnType<typeof smsCaller>): Promise<readonly number[]> => {
  const { body } = await caller.get<{ numbers: { id: number }[] }>('/numbers')
  return body.numbers.map(({ id }) => id).toSorted((a, b) => a - b)
}

describe('listNumbers', () => {
  test('returns the pool and the numbers of the account, and no other’s', async () => {
    const [mine, other] = [await smsAccount(app), await smsAccount(app)]
    const pool = await simulatorNumber(app)
    const own = await simulatorNumber(app, { tenant: mine.tenant })
    await simulatorNumber(app, { tenant: other.tenant })
    expect(await idsOf(mine)).toEqual([pool.id, own.id])
    await removeNumber(app.context, pool.id)
    expect(await idsOf(mine)).toEqual([own.id])
  })

  test('shows id, number, display, label and whether it is online', async () => {
    const account = await smsAccount(app)
    const number = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const { body } = await account.get<{ numbers: object[] }>('/numbers')
    expect(body).toEqual({
      ok: true,
      numbers: [
        {
          id: number.id,
          number: number.number,
          display: expect.stringMatching(/^\(202\) 555-\d{4}$/) as string,
          label: '',
          online: false,
        },
      ],
    })
  })

  test('returns only its number to a bound key', async () => {
    const { tenant } = await smsAccount(app)
    const [bound] = [await simulatorNumber(app, { tenant }), await simulatorNumber(app, { tenant })]
    const { key } = await tenant.key('sms', { numberId: bound.id })
    expect(await idsOf(smsCaller(app, key))).toEqual([bound.id])
  })
})
