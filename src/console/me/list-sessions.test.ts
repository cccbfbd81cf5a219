import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('listSessions', () => {
  test('has the open sessions of the person only, newest first, and marks this one', async () => {
    const { userId } = await app.tenant()
    await logIn(app, (await app.tenant()).userId)
    const [first, ended, current] = [
      await logIn(app, userId),
      await logIn(app, userId),
      await logIn(app, userId),
    ]
    await ended.call('DELETE', '/session')
    const sessions = await current.data<{ id: number; current: boolean }[]>('GET', '/me/sessions')
    expect(sessions).toHaveLength(2)
    expect(sessions.map((session) => session.current)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({
      browser: 'Test',
      address: '127.0.0.1',
      created_at: app.clock.now().toISOString(),
      seen_at: app.clock.now().toISOString(),
    })
    const [own] = await first.data<{ id: number; current: boolean }[]>('GET', '/me/sessions')
    expect(own?.current).toBe(false)
  })

  test('leaves out sessions that nobody used for 14 days', async () => {
    const { userId } = await app.tenant()
    await logIn(app, userId)
    app.clock.advance(15 * 86_400_000)
    const browser = await logIn(app, userId)
    expect(await browser.data('GET', '/me/sessions')).toHaveLength(1)
  })
})
