import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { listEntries } from '../../identity/audit/store.ts'
import { endSessions } from '../../identity/session/store.ts'
import { logIn, type Browser } from '../console.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await logIn(app, (await app.tenant()).userId)
})
afterAll(() => app.close())

describe('updateMe', () => {
  test('changes the names that are given, trimmed, and leaves the others', async () => {
    const changed = await browser.data('PATCH', '/me', { first_name: ' Ada ', last_name: 'Lövelace 👩‍💻' })
    expect(changed).toMatchObject({ id: browser.userId, first_name: 'Ada', last_name: 'Lövelace 👩‍💻' })
    expect(await browser.data('PATCH', '/me', { last_name: 'Byron' })).toMatchObject({
      first_name: 'Ada',
      last_name: 'Byron',
    })
    expect(await browser.data('GET', '/session')).toMatchObject({
      user: { first_name: 'Ada', last_name: 'Byron' },
    })
    expect(await browser.data('PATCH', '/me', {})).toMatchObject({ first_name: 'Ada' })
  })

  test('refuses a blank name, two lines, and 81 characters as invalid_person_name', async () => {
    expect((await browser.call('PATCH', '/me', { first_name: 'x'.repeat(80) })).status).toBe(200)
    for (const name of ['', ' ', '\u200B', 'a\nb', 'x'.repeat(81), 'a\u202Eb', 5, null])
      expect(await browser.refusal('PATCH', '/me', { first_name: name })).toEqual([
        400,
        'invalid_person_name',
      ])
  })

  test('is audited as the person', async () => {
    const before = await entries()
    await browser.call('PATCH', '/me', { first_name: 'Ada' })
    expect((await entries()) - before).toBe(1)
  })

  test('does not change anything when the session ended meanwhile', async () => {
    const other = await logIn(app, browser.userId)
    await app.context.database.transaction((tx) => endSessions(tx, other.userId, tx.now()))
    expect(await other.refusal('PATCH', '/me', { first_name: 'Eve' })).toEqual([401, 'not_logged_in'])
  })
})

async function entries(): Promise<number> {
  const found = await listEntries(app.context.database, { userId: browser.userId }, 100)
  return found.filter(({ action, actor }) => action === 'user.update' && actor === 'person').length
}
