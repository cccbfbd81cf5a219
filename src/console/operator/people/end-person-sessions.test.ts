import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { logIn } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('endPersonSessions', () => {
  test('logs a person out everywhere, nobody else, and is audited', async () => {
    const { userId } = await app.tenant()
    const [one, two] = [await logIn(app, userId), await logIn(app, userId)]
    const answer = await browser.call('DELETE', `/operator/people/${userId}/sessions`)
    expect(answer.status).toBe(204)
    for (const ended of [one, two])
      expect(await ended.refusal('GET', '/session')).toEqual([401, 'not_logged_in'])
    expect((await browser.call('GET', '/session')).status).toBe(200)
    expect(await doneBy(app, browser)).toEqual([`session.end user:${userId}`])
  })

  test('is user_not_found for nobody', async () => {
    expect(await browser.refusal('DELETE', '/operator/people/99999999/sessions')).toEqual([
      404,
      'user_not_found',
    ])
  })
})
