import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { operator } from '../operator.testing.ts'
import { unroutedText } from './unrouted.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getUnrouted', () => {
  test('has the text as the list has it', async () => {
    const browser = await operator(app)
    const { id } = await unroutedText(app, 'Who is this?', 'ACME')
    const [listed] = await browser.data<readonly object[]>('GET', '/operator/unrouted')
    expect(await browser.data('GET', `/operator/unrouted/${id}`)).toEqual(listed)
    expect(listed).toMatchObject({ id, body: 'Who is this?', display: 'ACME' })
  })

  test('is unrouted_not_found for a text that is unknown or assigned', async () => {
    const browser = await operator(app)
    const { workspaceId } = await app.tenant()
    const { id } = await unroutedText(app, 'Hello')
    await browser.data('POST', `/operator/unrouted/${id}/assign`, { workspace_id: workspaceId })
    for (const gone of [id, 99_999_999, 'x'])
      expect(await browser.refusal('GET', `/operator/unrouted/${gone}`)).toEqual([404, 'unrouted_not_found'])
  })
})
