import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { smsAccount } from '../../../../test/sms-account.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'
import { unroutedText } from './unrouted.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

const pathOf = (id: number | string) => `/operator/unrouted/${id}/assign`

describe('assignUnrouted', () => {
  test('makes the text an incoming message of the workspace, and is audited', async () => {
    const { tenant, list } = await smsAccount(app)
    const { id, from } = await unroutedText(app, 'Is Ann there?')
    const { workspaceId } = tenant
    const assigned = await browser.data<{ message_id: number }>('POST', pathOf(id), {
      workspace_id: workspaceId,
    })
    expect(assigned).toEqual({ id, workspace_id: workspaceId, message_id: expect.any(Number) as number })
    expect((await list('direction=in')).body.messages).toMatchObject([
      { id: assigned.message_id, phone: from, body: 'Is Ann there?', status: 'received' },
    ])
    expect(await doneBy(app, browser)).toEqual([`unrouted.assign unrouted:${id}`])
  })

  test('by two operators at once gives the text to one workspace, and is unrouted_not_found for the other', async () => {
    const other = await operator(app)
    const accounts = [await smsAccount(app), await smsAccount(app)]
    const { id } = await unroutedText(app, 'Mine')
    const answers = await Promise.all(
      [browser, other].map((each, index) =>
        each.call('POST', pathOf(id), { workspace_id: accounts[index]?.tenant.workspaceId }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const texts = await Promise.all(accounts.map(async ({ list }) => (await list()).body.messages.length))
    expect(texts.toSorted((a, b) => a - b)).toEqual([0, 1])
  })

  test('is unrouted_not_found for an unknown text, workspace_not_found for an unknown workspace, and keeps the text', async () => {
    const { workspaceId } = await app.tenant()
    const body = { workspace_id: workspaceId }
    for (const id of [99_999_999, 0, 'x'])
      expect(await browser.refusal('POST', pathOf(id), body)).toEqual([404, 'unrouted_not_found'])
    const { id } = await unroutedText(app, 'Still here')
    for (const workspace of [99_999_999, 0, 1e300])
      expect(await browser.refusal('POST', pathOf(id), { workspace_id: workspace })).toEqual([
        404,
        'workspace_not_found',
      ])
    for (const workspace of [undefined, null, '5', 1.5])
      expect(await browser.refusal('POST', pathOf(id), { workspace_id: workspace })).toEqual([
        400,
        'invalid_request',
      ])
    expect(await browser.data('GET', '/operator/unrouted?limit=1')).toMatchObject([{ id }])
  })
})
