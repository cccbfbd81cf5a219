import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { newcomer, outcomeOf } from '../../../account/account.testing.ts'
import { listMails } from '../../../platform/mail/store.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

const path = '/operator/people'
const person = { email: 'Ann@Example.org ', first_name: 'Ann', last_name: 'Lee' }

describe('createPerson', () => {
  test('creates a person with a workspace, mails a link that works, and is audited', async () => {
    const created = await browser.data<{ id: number }>('POST', path, person)
    expect(created).toEqual({
      id: expect.any(Number) as number,
      email: 'ann@example.org',
      workspace_id: expect.any(Number) as number,
    })
    const [mail] = await listMails(app.context.database, { to: 'ann@example.org' })
    const page = await newcomer(app).get(new URL(String(mail?.links[0])).pathname)
    expect(outcomeOf(page)).toBe('200 Set your password')
    expect(await doneBy(app, browser)).toEqual([`user.create user:${created.id}`])
    const answer = await browser.call('POST', path, person)
    expect(answer.body).toMatchObject({ error: { code: 'email_taken' } })
  })

  test('is email_taken for all but one of several at once', async () => {
    const twin = { ...person, email: 'twin@example.org' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => browser.call('POST', path, twin)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  })

  test('refuses bad fields as invalid_email, invalid_person_name, and plan_not_found, and creates nobody', async () => {
    const refusal = (fields: object) =>
      browser.refusal('POST', path, { ...person, email: 'bo@example.org', ...fields })
    expect(await refusal({ email: 'bo' })).toEqual([400, 'invalid_email'])
    expect(await refusal({ email: undefined })).toEqual([400, 'invalid_email'])
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(81), 5])
      expect(await refusal({ last_name: name })).toEqual([400, 'invalid_person_name'])
    expect(await refusal({ plan: 'gold' })).toEqual([404, 'plan_not_found'])
    expect(await browser.data('GET', `${path}?q=bo@example.org`)).toEqual([])
  })
})
