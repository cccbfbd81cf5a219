import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../../test/sms-account.ts'
import { simulate } from '../../../../test/simulate.ts'
import { operator } from '../operator.testing.ts'
import { unroutedText } from './unrouted.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('suggestWorkspaces', () => {
  test('has up to three workspaces that wrote to the sender from other numbers, the last one first', async () => {
    const browser = await operator(app)
    const from = newPhone()
    const { id } = await unroutedText(app, 'Yes', from)
    const path = `/operator/unrouted/${id}/suggestions`
    expect(await browser.data('GET', path)).toEqual([])
    const writers: number[] = []
    for (let count = 0; count < 4; count++) {
      const { tenant, send } = await smsAccount(app)
      const { id: number } = await simulatorNumber(app, { tenant })
      app.clock.advance(1000)
      await send({ to: from, body: 'Coming?', from: number })
      await send({ to: newPhone(), body: 'Coming?', from: number })
      await simulate(app.context)
      writers.unshift(tenant.workspaceId)
    }
    const found = await browser.data<readonly { id: number }[]>('GET', path)
    expect(found.map((each) => each.id)).toEqual(writers.slice(0, 3))
    expect(found[0]).toEqual({
      id: writers[0],
      name: expect.stringMatching(/^Organization of /) as string,
      wrote_at: app.clock.now().toISOString(),
    })
  })

  test('is unrouted_not_found for a text that is unknown or assigned', async () => {
    const browser = await operator(app)
    const { workspaceId } = await app.tenant()
    const { id } = await unroutedText(app, 'Hello')
    await browser.data('POST', `/operator/unrouted/${id}/assign`, { workspace_id: workspaceId })
    for (const gone of [id, 99_999_999, 'x'])
      expect(await browser.refusal('GET', `/operator/unrouted/${gone}/suggestions`)).toEqual([
        404,
        'unrouted_not_found',
      ])
  })
})
