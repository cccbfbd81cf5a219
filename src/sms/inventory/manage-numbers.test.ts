import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { assignNumber, putOnline, removeNumber } from './change-number.ts'
import { addNumber } from './add-number.ts'
import { checkBinding, listAllNumbers } from '../number/operator-numbers.ts'
import type { SmsNumber } from '../number/model.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const seenBy = async ({ get }: Awaited<ReturnType<typeof smsAccount>>): Promise<number[]> =>
  (await get<{ numbers: SmsNumber[] }>('/numbers')).body.numbers.map(({ id }) => id)

describe('numbers', () => {
  test('of the pool belong to everyone, dedicated ones to their account', async () => {
    const [one, two] = [await smsAccount(app), await smsAccount(app)]
    const pool = await simulatorNumber(app)
    const own = await simulatorNumber(app, { tenant: one.tenant })
    expect([await seenBy(one), await seenBy(two)]).toEqual([[pool.id, own.id], [pool.id]])
    await assignNumber(app.context, own.id, { workspaceId: two.tenant.workspaceId })
    expect([await seenBy(one), await seenBy(two)]).toEqual([[pool.id], [pool.id, own.id]])
    await assignNumber(app.context, own.id, { pool: true })
    await removeNumber(app.context, pool.id)
    expect([await seenBy(one), await seenBy(two)]).toEqual([[own.id], [own.id]])
  })

  test('are shown with phone, display, label and whether they are online', async () => {
    const account = await smsAccount(app)
    const assignment = { workspaceId: account.tenant.workspaceId }
    const added = { phone: '(212) 555-0123', carrier: 'simulator', assignment, label: 'Front desk' }
    const { id, number } = await addNumber(app.context, added)
    expect(number).toBe('+12125550123')
    await putOnline(app.context, id, false)
    const { body } = await account.get<{ numbers: SmsNumber[] }>('/numbers')
    expect(body.numbers.at(-1)).toEqual({
      id,
      number,
      display: '(212) 555-0123',
      label: 'Front desk',
      online: false,
    })
    const { numbers } = await listAllNumbers(app.context)
    expect(numbers.at(-1)).toMatchObject({
      id,
      carrier: 'simulator',
      pool: false,
      workspace_id: assignment.workspaceId,
    })
  })

  test('have a phone that no other live number has', async () => {
    const phone = newPhone()
    const options = { phone, carrier: 'simulator', assignment: { pool: true } } as const
    const { id } = await addNumber(app.context, options)
    await expect(addNumber(app.context, options)).rejects.toThrow('number_taken')
    await removeNumber(app.context, id)
    await expect(addNumber(app.context, options)).resolves.toMatchObject({ number: phone })
  })

  test('are refused with a reason when an option is wrong', async () => {
    const pool = { pool: true } as const
    const wrong: [Parameters<typeof addNumber>[1], string][] = [
      [{ phone: '123', carrier: 'simulator', assignment: pool }, 'phone_invalid'],
      [{ phone: newPhone(), carrier: 'pigeon', assignment: pool }, 'carrier_unknown'],
      [{ phone: newPhone(), carrier: 'smpp', assignment: pool }, 'carrier_unavailable'],
      [
        { phone: newPhone(), carrier: 'simulator', assignment: { workspaceId: 987_654 } },
        'workspace_not_found',
      ],
      [
        { phone: newPhone(), carrier: 'simulator', assignment: pool, label: 'l'.repeat(81) },
        'label_too_long',
      ],
    ]
    for (const [options, message] of wrong)
      await expect(addNumber(app.context, options)).rejects.toThrow(message)
    await expect(putOnline(app.context, 987_654, true)).rejects.toThrow('number_not_found')
    await expect(removeNumber(app.context, 987_654)).rejects.toThrow('number_not_found')
  })

  test('can be bound to a key when the account may use them', async () => {
    const [one, two] = [await app.tenant(), await app.tenant()]
    const own = await simulatorNumber(app, { tenant: one })
    await expect(checkBinding(app.context, one.workspaceId, own.id)).resolves.toBeUndefined()
    await expect(checkBinding(app.context, two.workspaceId, own.id)).rejects.toThrow(OperatorError)
    await expect(checkBinding(app.context, two.workspaceId, 987_654)).rejects.toThrow('number_not_found')
  })
})

describe('health', () => {
  test('needs a key and no scope, and shows the time', async () => {
    const { get } = await smsAccount(app)
    const { status, body } = await get<object>('/health')
    expect([status, body]).toEqual([
      200,
      { ok: true, service: 'sms', version: 'v1', time: app.clock.now().toISOString() },
    ])
    const { status: without } = await app.call('sms', { method: 'GET', url: '/api/v1/health' })
    expect(without).toBe(401)
  })
})
