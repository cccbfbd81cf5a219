import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { texter, type Texter } from '../conversation/conversations.testing.ts'

let app: TestApp
let account: Texter
beforeAll(async () => {
  app = await testApp()
  account = await texter(app)
})
afterAll(() => app.close())

const historyOf = (id: number, { owner, path }: Pick<Texter, 'owner' | 'path'> = account) =>
  owner.data<object>('GET', `${path}/messages/${id}/history`)

describe('getMessageHistory', () => {
  test('shows a queued and cancelled message', async () => {
    const id = await account.send(newPhone(), 'Hello')
    const at = app.clock.now().toISOString()
    const queued = { at, what: 'queued', number: null, detail: null }
    expect(await historyOf(id)).toMatchObject({ message: { id, body: 'Hello' }, steps: [queued] })
    app.clock.advance(5000)
    expect((await account.sms.cancel(id)).status).toBe(200)
    expect(await historyOf(id)).toMatchObject({
      message: { status: 'cancelled' },
      steps: [queued, { at: app.clock.now().toISOString(), what: 'cancelled', number: null, detail: null }],
    })
  })
})
