import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { operator, pageOfList } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

interface Mail {
  readonly id: number
  readonly to: string
}

describe('listMails', () => {
  test('has mails without texts, newest first, by address, and in pages', async () => {
    for (const name of ['a', 'b', 'c'])
      await browser.data('POST', '/operator/people', {
        email: `${name}@example.org`,
        first_name: 'Ann',
        last_name: 'Lee',
      })
    const { data, meta } = await pageOfList<Mail>(browser, '/operator/mail?limit=2')
    expect(data.map(({ to }) => to)).toEqual(['c@example.org', 'b@example.org'])
    expect(data[0]).toEqual({
      id: expect.any(Number) as number,
      to: 'c@example.org',
      subject: 'Set your password',
      state: 'waiting',
      error: null,
      created_at: app.clock.now().toISOString(),
      sent_at: null,
    })
    const rest = await pageOfList<Mail>(browser, `/operator/mail?before=${meta.next_before}`)
    expect([rest.data.map(({ to }) => to), rest.meta]).toEqual([['a@example.org'], { next_before: null }])
    const only = await pageOfList<Mail>(browser, '/operator/mail?to=B@Example.org')
    expect(only.data.map(({ to }) => to)).toEqual(['b@example.org'])
  })
})
