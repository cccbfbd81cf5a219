import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { operator, pageOfList } from '../operator.testing.ts'
import { unroutedText } from './unrouted.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('listUnrouted', () => {
  test('has texts that belong to nobody, newest first, pages by ID, and leaves out those that are assigned', async () => {
    const browser = await operator(app)
    expect(await browser.data('GET', '/operator/unrouted')).toEqual([])
    const one = await unroutedText(app, 'Who is this?')
    const two = await unroutedText(app, '<b>Hello</b>', 'ACME')
    const page = await pageOfList<{ id: number }>(browser, '/operator/unrouted?limit=1')
    expect(page).toEqual({
      data: [
        {
          id: two.id,
          number_id: two.numberId,
          number: two.number,
          from: 'ACME',
          display: 'ACME',
          number_display: expect.stringMatching(/^\(202\) 555-/) as string,
          body: '<b>Hello</b>',
          received_at: app.clock.now().toISOString(),
        },
      ],
      meta: { next_before: two.id },
    })
    const rest = await pageOfList<{ id: number }>(browser, `/operator/unrouted?before=${two.id}`)
    expect(rest).toMatchObject({
      data: [{ id: one.id, from: one.from, display: expect.stringMatching(/^\(202\)/) as string }],
      meta: { next_before: null },
    })
    const { workspaceId } = await app.tenant()
    await browser.data('POST', `/operator/unrouted/${one.id}/assign`, { workspace_id: workspaceId })
    expect(await browser.data('GET', '/operator/unrouted')).toMatchObject([{ id: two.id }])
    for (const query of ['limit=0', 'limit=101', 'before=x'])
      expect(await browser.refusal('GET', `/operator/unrouted?${query}`)).toEqual([400, 'invalid_request'])
  })
})
