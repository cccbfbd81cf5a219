import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { makePerson, newcomer, outcomeOf } from '../../../account/account.testing.ts'
import { markDemo } from '../../../identity/demo/store.ts'
import { listMails } from '../../../platform/mail/store.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('mailResetLink', () => {
  test('mails a link that works, ends the one before, and is audited', async () => {
    const { id, email } = await makePerson(app)
    for (let at = 0; at < 2; at++) {
      const answer = await browser.call('POST', `/operator/people/${id}/reset-link`)
      expect([answer.status, answer.body]).toMatchObject([202, { data: { email } }])
    }
    const mails = await listMails(app.context.database, { to: email })
    const open = async (at: number) =>
      outcomeOf(await newcomer(app).get(new URL(String(mails[at]?.links[0])).pathname))
    expect(await open(0)).toMatch(/^200 /)
    expect(await open(1)).not.toMatch(/^200 /)
    expect(await doneBy(app, browser)).toEqual([`password.reset user:${id}`, `password.reset user:${id}`])
  })

  test('is rate_limited after five an hour', async () => {
    const { id } = await makePerson(app)
    for (let at = 0; at < 5; at++) await browser.data('POST', `/operator/people/${id}/reset-link`)
    const answer = await browser.call('POST', `/operator/people/${id}/reset-link`)
    expect([answer.status, answer.body]).toMatchObject([429, { error: { code: 'rate_limited' } }])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('is user_not_found for someone of the demo, and mails nothing', async () => {
    const { id, email } = await makePerson(app)
    await markDemo(app.context.database, { userIds: [id], workspaceIds: [] })
    expect(await browser.refusal('POST', `/operator/people/${id}/reset-link`)).toEqual([
      404,
      'user_not_found',
    ])
    expect(await listMails(app.context.database, { to: email })).toEqual([])
  })

  test('is user_disabled for a disabled person and user_not_found for nobody', async () => {
    const { id } = await makePerson(app)
    await browser.data('PATCH', `/operator/people/${id}`, { disabled: true })
    expect(await browser.refusal('POST', `/operator/people/${id}/reset-link`)).toEqual([409, 'user_disabled'])
    expect(await browser.refusal('POST', '/operator/people/99999999/reset-link')).toEqual([
      404,
      'user_not_found',
    ])
  })
})
