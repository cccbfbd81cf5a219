import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { logIn, type Browser } from '../console.testing.ts'

let app: TestApp
let userId: number
beforeAll(async () => {
  app = await testApp()
  userId = (await app.tenant()).userId
})
afterAll(() => app.close())

const idOf = async (browser: Browser): Promise<number> =>
  (await browser.data<{ session_id: number }>('GET', '/session')).session_id

describe('endSession', () => {
  test('ends another session of the person from its next request on', async () => {
    const [here, there] = [await logIn(app, userId), await logIn(app, userId)]
    expect((await here.call('DELETE', `/me/sessions/${await idOf(there)}`)).status).toBe(204)
    expect(await there.refusal('GET', '/session')).toEqual([401, 'not_logged_in'])
    expect((await here.call('GET', '/session')).status).toBe(200)
  })

  test('of this session logs out', async () => {
    const browser = await logIn(app, userId)
    const answer = await browser.call('DELETE', `/me/sessions/${await idOf(browser)}`)
    expect([answer.status, answer.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')])
  })

  test('is session_not_found for one that ended, of another person, and for what is no id', async () => {
    const [here, ended] = [await logIn(app, userId), await logIn(app, userId)]
    const endedId = await idOf(ended)
    await ended.call('DELETE', '/session')
    const foreign = await idOf(await logIn(app, (await app.tenant()).userId))
    for (const id of [endedId, foreign, 99_999_999, 'x'])
      expect(await here.refusal('DELETE', `/me/sessions/${id}`)).toEqual([404, 'session_not_found'])
  })
})
