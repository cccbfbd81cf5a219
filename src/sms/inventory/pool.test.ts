import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { androidNumber } from '../../../test/android-number.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { simulate } from '../../../test/simulate.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import { listOutbox } from '../carrier/simulator/operate-simulator.ts'
import { assignNumber, removeNumber } from './change-number.ts'
import { addNumber } from './add-number.ts'
import { listAllNumbers } from '../number/operator-numbers.ts'
import { mixesPool } from './pool-store.ts'
import { countPool } from './pool.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const { id } of (await listAllNumbers(app.context)).numbers) await removeNumber(app.context, id)
})

const inPool = { pool: true } as const
const add = (carrier: 'simulator' | 'android') =>
  addNumber(app.context, { phone: newPhone(), carrier, assignment: inPool })
const outbox = async (numberId: number) => (await listOutbox(app.context, { numberId })).messages
const listed = async (id: number) =>
  (await listAllNumbers(app.context)).numbers.find((number) => number.id === id)

const real = 'pool_is_real'

describe('the pool', () => {
  test('gives simulated numbers up when a real one is added, and says which', async () => {
    const [one, two] = [await simulatorNumber(app), await simulatorNumber(app)]
    expect((await add('android')).taken_out).toEqual([one, two])
    expect(await listed(one.id)).toMatchObject({ pool: false, workspace_id: null })
    expect(await add('android')).not.toHaveProperty('taken_out')
  })

  test('gives simulated numbers up when a real one is assigned to it', async () => {
    const { tenant } = await smsAccount(app)
    const phone = await androidNumber(app, tenant)
    const simulated = await simulatorNumber(app)
    expect(await assignNumber(app.context, phone.id, inPool)).toMatchObject({ taken_out: [simulated] })
    expect(await countPool(app.context.database)).toEqual({ simulated: 0, real: 1 })
  })

  test('refuses a simulated number beside real ones, added or assigned', async () => {
    const { tenant } = await smsAccount(app)
    const dedicated = await simulatorNumber(app, { tenant })
    const former = await simulatorNumber(app)
    await add('android')
    await expect(add('simulator')).rejects.toThrow(real)
    for (const { id } of [dedicated, former])
      await expect(assignNumber(app.context, id, inPool)).rejects.toThrow(real)
    expect(await listed(dedicated.id)).toMatchObject({ workspace_id: tenant.workspaceId })
    const to = { workspaceId: tenant.workspaceId }
    expect(await assignNumber(app.context, former.id, to)).toMatchObject({ ...former, pool: false })
  })

  test('never has both kinds, however many are added and assigned at the same moment', async () => {
    const { tenant } = await smsAccount(app)
    for (let round = 0; round < 5; round++) {
      const waiting = await Promise.all([
        androidNumber(app, tenant),
        ...Array.from({ length: 3 }, () => simulatorNumber(app, { tenant })),
      ])
      const changes = [
        ...(['simulator', 'android', 'simulator', 'simulator'] as const).map(add),
        ...waiting.map(({ id }) => assignNumber(app.context, id, inPool)),
      ]
      for (const outcome of await Promise.allSettled(changes))
        if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(real)
      expect(await countPool(app.context.database)).toEqual({ simulated: 0, real: 2 })
      for (const { id } of (await listAllNumbers(app.context)).numbers) await removeNumber(app.context, id)
    }
  })

  test('is kept apart by the database itself', async () => {
    await add('android')
    const { id } = await simulatorNumber(app, { tenant: (await smsAccount(app)).tenant })
    const mixing = app.context.database.run(sql`
      update sms.number set workspace_id = null where id = ${id}`)
    expect(mixesPool(await mixing.catch((error: unknown) => error))).toBe(true)
  })
})

describe('what waits when the simulated number leaves the pool', () => {
  test('is kept for the real one, and never handed to a simulated one again', async () => {
    const simulated = await simulatorNumber(app, { online: false })
    const account = await smsAccount(app)
    const text = { to: newPhone(), body: 'For a person' }
    const { body: sent } = await account.send(text)
    const notice = { ...text, to: newPhone(), purpose: 'notice' }
    const key = await systemSecret(app.context)
    await app.call('sms', { method: 'POST', url: '/api/v1/system/send', key, payload: notice })
    const phone = await add('android')
    const late = (await account.send({ ...text, to: newPhone() })).body
    const ids = [sent, late].map(({ messages: [message] }) => message?.id ?? 0)
    const states = async () => Promise.all(ids.map(async (id) => (await account.message(id)).body.message))
    await simulate(app.context)
    expect(await states()).toMatchObject([{ status: 'queued' }, { status: 'queued' }])

    await removeNumber(app.context, phone.id)
    await simulate(app.context)
    expect(await states()).toMatchObject([{ status: 'queued' }, { status: 'queued' }])
    await assignNumber(app.context, simulated.id, inPool)
    const fresh = await simulatorNumber(app)
    await simulate(app.context)
    expect(await states()).toMatchObject([
      { status: 'failed', error: { code: 'no_number' } },
      { status: 'failed', error: { code: 'no_number' } },
    ])
    for (const { id } of [simulated, fresh]) expect(await outbox(id)).toEqual([])
  })

  test('fails when it named that number', async () => {
    const simulated = await simulatorNumber(app, { online: false })
    const account = await smsAccount(app)
    const { body } = await account.send({ to: newPhone(), body: 'x', from: simulated.number })
    await add('android')
    const { message } = (await account.message(body.messages[0]?.id ?? 0)).body
    expect(message).toMatchObject({ status: 'failed', error: { code: 'no_number' } })
    expect((await account.send({ to: newPhone(), body: 'x', from: simulated.id })).body.error?.code).toBe(
      'no_number',
    )
  })
})
