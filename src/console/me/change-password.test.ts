import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson, rightPassword } from '../../account/account.testing.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { browserWith, logIn, refusalOf } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const newPassword = 'four loud herons'
const body = (current_password: unknown, new_password: unknown = newPassword) => ({
  current_password,
  new_password,
})

async function person() {
  app.clock.advance(3_600_000)
  const { id, email } = await makePerson(app)
  return { id, email }
}

describe('changePassword', () => {
  test('ends every session, gives this browser a new one, and only the new password works', async () => {
    const { id, email } = await person()
    const [here, there] = [await logIn(app, id), await logIn(app, id)]
    const answer = await here.call('POST', '/me/password', body(rightPassword))
    expect(answer.status).toBe(204)
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    expect(cookies).toHaveLength(1)
    const again = browserWith(app, id, cookies[0]?.split(';', 1)[0] ?? '')
    expect((await again.call('GET', '/session')).status).toBe(200)
    for (const ended of [here, there])
      expect(await ended.refusal('GET', '/session')).toEqual([401, 'not_logged_in'])
    const logInWith = async (password: string) =>
      (
        await app.call('files', {
          method: 'POST',
          url: '/login',
          headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ email, password }).toString(),
        })
      ).status
    expect(await logInWith(newPassword)).toBe(303)
    expect(await logInWith(rightPassword)).not.toBe(303)
  })

  test('is wrong_password at the field, and too_many_tries after six', async () => {
    const { id } = await person()
    const browser = await logIn(app, id)
    const answers = []
    for (let at = 0; at < 7; at++) answers.push(await browser.call('POST', '/me/password', body('wrong')))
    expect(answers[0]?.body).toMatchObject({
      error: { code: 'wrong_password', details: { field: 'current_password' } },
    })
    const codes = answers.map((answer) => refusalOf(answer).join(' '))
    expect(codes).toEqual([...Array.from({ length: 6 }, () => '403 wrong_password'), '429 too_many_tries'])
    expect(Number(answers[6]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await browser.call('GET', '/session')).status).toBe(200)
  })

  test('refuses a short, long, common password, and the own address as weak_password, each in words', async () => {
    const { id, email } = await person()
    const browser = await logIn(app, id)
    for (const [password, word] of [
      ['short', 'short'],
      ['x'.repeat(201), 'long'],
      ['password123', 'others try'],
      [email, 'e-mail address'],
    ]) {
      const answer = await browser.call('POST', '/me/password', body(rightPassword, password))
      expect(answer.body).toMatchObject({
        error: {
          code: 'weak_password',
          message: expect.stringContaining(word ?? '') as string,
          details: { field: 'new_password' },
        },
      })
    }
  })

  test('of two at once, one wins', async () => {
    const { id } = await person()
    const [one, two] = [await logIn(app, id), await logIn(app, id)]
    const answers = await Promise.all(
      [one, two].map((browser, at) =>
        browser.call('POST', '/me/password', body(rightPassword, `${newPassword} ${at}`)),
      ),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
  })
})
