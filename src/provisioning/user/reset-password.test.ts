import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { duringChange } from '../../../test/during-change.ts'
import {
  accountOf,
  developer,
  freshAddress,
  mailsTo,
  refusalOf,
  type Developer,
} from '../../../test/developer.ts'
import { testApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { digestOf } from '../../identity/link/token.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let partner: Developer
let stranger: Developer

beforeAll(async () => {
  app = await testApp()
  partner = await developer(app)
  stranger = await developer(app)
})
afterAll(() => app.close())

const minuteMs = 60_000
const created = async (by = partner) => accountOf(await by.user())

describe('resetPassword', () => {
  test('answers 201 by id and by address, for the accounts of every key of the creator', async () => {
    const { id, email } = await created()
    const sent = { id, email, reset: 'email_sent' }
    for (const body of [{ user_id: id }, { email }, { email: ` ${email.toUpperCase()}\n` }]) {
      const answer = await partner.reset(body)
      expect([answer.status, answer.body]).toEqual([201, sent])
    }
    const { key } = await partner.tenant.key('provisioning')
    expect((await partner.post('/password-reset', { user_id: id }, key)).body).toEqual(sent)
    const business = accountOf(await partner.business())
    expect((await partner.reset({ user_id: business.id })).status).toBe(201)
  })

  test('goes by user_id when there is an address too, whatever the address is', async () => {
    const [one, other] = [await created(), await created()]
    for (const email of [other.email, 'nonsense', 5, null])
      expect((await partner.reset({ user_id: one.id, email })).body).toMatchObject({ id: one.id })
    for (const empty of [null, ''])
      expect((await partner.reset({ user_id: empty, email: other.email })).body).toMatchObject({
        id: other.id,
      })
  })

  test('mails a link for 30 minutes and ends the one before', async () => {
    const { id, email } = await created()
    for (let sent = 0; sent < 2; sent++) await partner.reset({ user_id: id })
    const mails = await mailsTo(app, email)
    const [newest = '', older = ''] = mails.map(({ links }) => links[0] ?? '')
    expect(newest).toMatch(/^http:\/\/files\.test\/reset\/\w{43}$/)
    const linkOf = (url: string) =>
      app.context.database.one<{ expires_at: Date; revoked_at: Date | null }>(sql`
        select expires_at, revoked_at from identity.link where digest = ${digestOf(url.slice(-43))}`)
    expect((await linkOf(newest)).revoked_at).toBeNull()
    expect((await linkOf(newest)).expires_at).toEqual(new Date(app.clock.now().getTime() + 30 * minuteMs))
    expect((await linkOf(older)).revoked_at).not.toBeNull()
  })

  test('sends 5 mails an hour to an address, the sixth is rate_limited, also of 12 at once', async () => {
    const { id, email } = await created()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => partner.reset(at % 2 ? { user_id: id } : { email })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused?.body).toMatchObject({
      error: { code: 'rate_limited', details: { limit: 'reset_mails' } },
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3500)
    // Of the welcome and five resets.
    expect(await mailsTo(app, email)).toHaveLength(6)
    expect((await partner.reset({ user_id: (await created()).id })).status).toBe(201)
    app.clock.advance(60 * minuteMs)
    expect((await partner.reset({ email })).status).toBe(201)
  })
})

describe('resetPassword refuses', () => {
  test('a new password as unsupported_parameter, whatever else is wrong', async () => {
    for (const field of ['new_password', 'password']) {
      for (const value of ['secret', '', null])
        expect(refusalOf(await partner.reset({ [field]: value, user_id: 'x' }))).toEqual([
          400,
          'unsupported_parameter',
        ])
    }
  })

  test('neither user_id nor address, and an id that is not a whole number, as missing_user', async () => {
    const id = String((await created()).id)
    const ids = [id, 1.5, {}, [], true].map((user_id) => ({ user_id, email: 'ann@example.com' }))
    for (const body of [{}, { user_id: null, email: null }, { user_id: '', email: '' }, ...ids])
      expect(refusalOf(await partner.reset(body)), JSON.stringify(body)).toEqual([400, 'missing_user'])
  })

  test('a bad address as invalid_email', async () => {
    for (const email of [5, ' ', 'plain', 'a@@example.com', {}])
      expect(refusalOf(await partner.reset({ email }))).toEqual([400, 'invalid_email'])
  })

  test('an account of others as user_not_found, exactly like an unknown one', async () => {
    const foreign = await created(stranger)
    const answers: Answer[] = []
    const bodies = [
      { user_id: foreign.id },
      { email: foreign.email },
      { user_id: stranger.tenant.userId },
      { user_id: partner.tenant.userId },
      { user_id: 987_654_321 },
      { user_id: 0 },
      { user_id: -1 },
      { user_id: 2 ** 53 },
      { user_id: 1e30 },
      { email: freshAddress() },
    ]
    for (const body of bodies) answers.push(await partner.reset(body))
    for (const answer of answers) {
      expect(refusalOf(answer)).toEqual([404, 'user_not_found'])
      expect(answer.text).toBe(answers[0]?.text)
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
    }
  })

  test('a disabled account as user_not_found, and mails nothing to it', async () => {
    const { id, email } = await created()
    const before = (await mailsTo(app, email)).length
    await inForce(app.context, (tx) => setUserDisabled(tx, id, true))
    for (const body of [{ user_id: id }, { email }])
      expect(refusalOf(await partner.reset(body))).toEqual([404, 'user_not_found'])
    expect(await mailsTo(app, email)).toHaveLength(before)
    await inForce(app.context, (tx) => setUserDisabled(tx, id, false))
    expect((await partner.reset({ user_id: id })).status).toBe(201)
  })

  test('an account that is being disabled as user_not_found', async () => {
    const { id } = await created()
    const answer = await duringChange(
      app,
      (tx) => setUserDisabled(tx, id, true),
      () => partner.reset({ user_id: id }),
    )
    expect(refusalOf(answer)).toEqual([404, 'user_not_found'])
  })

  test('an account of others with the same statements as an unknown one', async () => {
    const { database } = app.context
    const foreign = await created(stranger)
    const namesOf = async (body: object): Promise<string[]> => {
      const names: string[] = []
      const spies = (['first', 'find', 'one', 'rows', 'run'] as const).map((method) => {
        const real = database[method] as (statement: { text: string }) => Promise<never>
        return vi.spyOn(database, method).mockImplementation((statement) => {
          names.push(/\/\* (\S+) \*\//.exec(statement.text)?.[1] ?? statement.text)
          return real(statement)
        })
      })
      const transactions = vi.spyOn(database, 'transaction')
      await partner.reset(body)
      expect(transactions).not.toHaveBeenCalled()
      for (const spy of [...spies, transactions]) spy.mockRestore()
      return names.filter((name) => name.startsWith('identity.'))
    }
    await partner.reset({ user_id: 1 })
    const statements = ['identity.user.findCreated', 'identity.audit.insertEntry']
    for (const body of [{ email: foreign.email }, { user_id: foreign.id }, { email: freshAddress() }]) {
      const names = await namesOf(body)
      expect(names.filter((name) => statements.includes(name))).toEqual(statements)
    }
  })

  test('an account of others without counting: its own creator still has all 5 mails', async () => {
    const foreign = await created(stranger)
    for (let tried = 0; tried < 12; tried++)
      expect(refusalOf(await partner.reset({ email: foreign.email }))).toEqual([404, 'user_not_found'])
    for (let sent = 0; sent < 5; sent++)
      expect((await stranger.reset({ email: foreign.email })).status).toBe(201)
    expect(refusalOf(await stranger.reset({ email: foreign.email }))).toEqual([429, 'rate_limited'])
    expect(refusalOf(await partner.reset({ email: foreign.email }))).toEqual([404, 'user_not_found'])
  })
})
