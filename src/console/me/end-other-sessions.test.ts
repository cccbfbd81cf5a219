import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('endOtherSessions', () => {
  test('ends all sessions of the person but this one, and nobody else’s', async () => {
    const { userId } = await app.tenant()
    const stranger = await logIn(app, (await app.tenant()).userId)
    const [here, one, two] = [await logIn(app, userId), await logIn(app, userId), await logIn(app, userId)]
    expect((await here.call('DELETE', '/me/sessions')).status).toBe(204)
    for (const ended of [one, two])
      expect(await ended.refusal('GET', '/session')).toEqual([401, 'not_logged_in'])
    expect((await here.call('GET', '/session')).status).toBe(200)
    expect((await stranger.call('GET', '/session')).status).toBe(200)
  })
})
