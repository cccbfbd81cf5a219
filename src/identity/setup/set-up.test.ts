import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { logIn, makePerson, newcomer } from '../../account/account.testing.ts'
import { duringChange } from '../../../test/during-change.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { findCredentials, findCredentialsById } from '../credentials/store.ts'
import { markDemo } from '../demo/store.ts'
import { inForce, type RightsTransaction } from '../in-force.ts'
import { createKey } from '../key/create-key.ts'
import { makeOperator } from '../operator/change-operators.ts'
import { anyOperator, isOperator } from '../operator/store.ts'
import { beginSession } from '../session/begin-session.ts'
import { createUser } from '../user/create-user.ts'
import { setUserDisabled } from '../user/disable-user.ts'
import { findUser } from '../user/store.ts'
import { completeSetup } from './complete-setup.ts'
import { createSetupLink } from './create-setup-link.ts'
import { firstPerson } from './rules.ts'
import { setUp, type TypedSetup } from './set-up.ts'

const minuteMs = 60_000
const password = 'three calm otters'
let app: TestApp
let people = 0
let networks = 0

beforeAll(async () => {
  app = await testApp()
  await makePerson(app)
})
afterAll(() => app.close())
beforeEach(() => app.context.database.run(sql`update identity.user set operator_since = null`))

const newLink = async ({ context: { database, random } } = app): Promise<string> => {
  const parts = { random, filesOrigin: 'https://files.example.com' }
  const { url } = await database.transaction((tx) => createSetupLink(tx, parts))
  return new URL(url).hash.slice(1)
}
const newAddress = () => `192.0.2.${++networks}`
const visit = (address = newAddress()) => ({
  address,
  requestId: 'req_1',
  signal: new AbortController().signal,
})
const typed = (token: string, change: Partial<TypedSetup> = {}): TypedSetup => ({
  token,
  email: `operator-${++people}@example.com`,
  firstName: 'Ann',
  lastName: 'Lee',
  password,
  ...change,
})
const attempt = (form: TypedSetup, { address, of = app }: { address?: string; of?: TestApp } = {}) =>
  setUp(of.context, visit(address), form, async (_tx, operator) => operator)

async function newInstallation(): Promise<TestApp> {
  const installation = await testApp()
  onTestFinished(() => installation.close())
  return installation
}

const makeFirstPerson = ({ context }: TestApp) =>
  context.database.transaction(async (tx) => {
    const user = await createUser(tx, context.setUpWorkspace, { ...firstPerson, plan: 'standard' })
    const owned = { userId: user.id, workspaceId: user.workspace_id, name: 'First run' }
    const { key } = await createKey(tx, context.random, { ...owned, service: 'files', scopes: ['*'] })
    return { ...user, key }
  })

describe('the set-up beside the people of the demo', () => {
  test('takes the first person over all the same', async () => {
    const installation = await newInstallation()
    const { database, setUpWorkspace } = installation.context
    const first = await makeFirstPerson(installation)
    await database.transaction(async (tx) => {
      const draft = { email: 'made-up@example.com', firstName: 'Made', lastName: 'Up', plan: 'standard' }
      const { id } = await createUser(tx, setUpWorkspace, draft)
      await markDemo(tx, { userIds: [id], workspaceIds: [] })
    })
    const form = typed(await newLink(installation))
    expect((await attempt(form, { of: installation })).userId).toBe(first.id)
  })
})

describe('the set-up of an installation that has people', () => {
  test('creates an operator with a verified address and a personal workspace', async () => {
    const form = typed(await newLink(), { email: ' Boss@Example.com ', firstName: ' Ann ' })
    const { userId, workspaceId } = await attempt(form)
    expect(await findUser(app.context.database, userId)).toMatchObject({
      email: 'boss@example.com',
      first_name: 'Ann',
      plan: 'standard',
      email_verified_at: app.clock.now(),
      operator_since: app.clock.now(),
    })
    expect(await isOperator(app.context.database, userId)).toBe(true)
    const workspace = await app.context.database.one(sql`
      select owner_id, type, name from identity.workspace where id = ${workspaceId}`)
    expect(workspace).toEqual({ owner_id: userId, type: 'personal', name: 'Ann Lee' })
    expect((await logIn(newcomer(app), 'boss@example.com', password)).status).toBe(303)
  })

  test('is recorded as done by the new operator', async () => {
    const { userId } = await attempt(typed(await newLink()), { address: '192.0.2.200' })
    const entries = await app.context.database.rows(sql`
      select actor, target, outcome, request_id, address from identity.audit
       where user_id = ${userId} and action = 'operator.add'`)
    expect(entries).toEqual([
      {
        actor: 'operator',
        target: `user:${userId}`,
        outcome: 'ok',
        request_id: 'req_1',
        address: '192.0.2.200',
      },
    ])
  })

  test('commits with the session that the caller begins', async () => {
    const { context } = app
    const form = typed(await newLink())
    const enter = await setUp(context, visit(), form, async (tx, { userId }) => {
      const person = await findCredentialsById(tx, userId)
      if (!person) throw new Error('The operator is missing.')
      const parts = { random: context.random, filesOrigin: context.origins.files }
      return beginSession(tx, parts, { person, browser: 'test', origin: {} })
    })
    expect(enter.cookie).toContain('bureau_session')
  })

  test('leaves nothing behind when the session cannot begin, and the link stays good', async () => {
    const form = typed(await newLink())
    const failed = setUp(app.context, visit(), form, () => Promise.reject(new Error('no session')))
    await expect(failed).rejects.toThrow('no session')
    expect(await findCredentials(app.context.database, form.email)).toBeUndefined()
    expect((await attempt(form)).userId).toBeGreaterThan(0)
  })

  test.each([
    ['an address without @', { email: 'ann' }, 'email_invalid'],
    ['no first name', { firstName: ' ' }, 'name_missing'],
    ['a last name of 81 characters', { lastName: 'x'.repeat(81) }, 'name_missing'],
    ['a password of 7 characters', { password: 'seven77' }, 'password_weak'],
    ['the address as the password', { email: 'x@example.com', password: 'x@example.com' }, 'password_weak'],
  ])('refuses %s, uncounted, and the link stays good', async (_what, change, reason) => {
    const token = await newLink()
    const address = newAddress()
    for (let at = 0; at < 12; at++)
      await expect(attempt(typed(token, change), { address })).rejects.toMatchObject({ reason })
    await attempt(typed(token, { lastName: 'x'.repeat(80) }), { address })
  })

  test('refuses the address of another person, and the link stays good', async () => {
    const { email } = await makePerson(app)
    const token = await newLink()
    await expect(attempt(typed(token, { email }))).rejects.toMatchObject({ reason: 'email_taken' })
    expect(await anyOperator(app.context.database)).toBe(false)
    await attempt(typed(token))
  })
})

describe('a set-up link', () => {
  const refused = (reason: string) => ({ reason })
  const use = (tx: RightsTransaction, token: string) =>
    completeSetup(tx, app.context.setUpWorkspace, {
      ...typed(token),
      passwordHash: 'not verified here',
      origin: {},
    })

  test('keeps its token in the fragment, and the database only the digest', async () => {
    const { database, random } = app.context
    const { url, expiresAt } = await database.transaction((tx) =>
      createSetupLink(tx, { random, filesOrigin: 'https://files.example.com' }),
    )
    expect(url).toMatch(/^https:\/\/files\.example\.com\/setup#[0-9A-Za-z]{43}$/)
    expect(expiresAt.getTime() - app.clock.now().getTime()).toBe(30 * minuteMs)
    const rows = await database.rows(sql`select * from identity.setup_link`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(url.split('#')[1])
  })

  test('works for 30 minutes', async () => {
    const [early, late] = [await newLink(), typed('')]
    app.clock.advance(30 * minuteMs - 1)
    await attempt(typed(early))
    await app.context.database.run(sql`update identity.user set operator_since = null`)
    const token = await newLink()
    app.clock.advance(30 * minuteMs)
    await expect(attempt({ ...late, token })).rejects.toMatchObject(refused('setup_token_invalid'))
  })

  test('ends with a newer one', async () => {
    const [old, token] = [await newLink(), await newLink()]
    await expect(attempt(typed(old))).rejects.toMatchObject(refused('setup_token_invalid'))
    await attempt(typed(token))
  })

  test('that is wrong creates nobody', async () => {
    const token = await newLink()
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), token.toLowerCase(), '\0'.repeat(43)])
      await expect(attempt(typed(wrong))).rejects.toMatchObject(refused('setup_token_invalid'))
    expect(await anyOperator(app.context.database)).toBe(false)
  })

  test('works once, and not even for a second operator once the first one is gone', async () => {
    const token = await newLink()
    await attempt(typed(token))
    await expect(attempt(typed(token))).rejects.toMatchObject(refused('setup_closed'))
    await app.context.database.run(sql`update identity.user set operator_since = null`)
    await expect(attempt(typed(token))).rejects.toMatchObject(refused('setup_token_invalid'))
  })

  test('is closed, and no new one is made, while there is an operator', async () => {
    const token = await newLink()
    const { id } = await makePerson(app)
    await inForce(app.context, (tx) => makeOperator(tx, id, {}))
    await expect(attempt(typed(token))).rejects.toMatchObject(refused('setup_closed'))
    await expect(newLink()).rejects.toMatchObject(refused('setup_closed'))
  })

  test('lets one of ten win who use it at once', async () => {
    const token = await newLink()
    const forms = Array.from({ length: 10 }, () => typed(token))
    const outcomes = await Promise.allSettled(forms.map((form) => attempt(form)))
    const reasons = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map((outcome): unknown => outcome.reason)
    expect(reasons).toHaveLength(9)
    for (const reason of reasons) expect(reason).toMatchObject(refused('setup_closed'))
    const made = await Promise.all(forms.map(({ email }) => findCredentials(app.context.database, email)))
    expect(made.filter((person) => person !== undefined)).toHaveLength(1)
  })

  test.each([
    ['another use of the link', (tx: RightsTransaction, token: string) => use(tx, token)],
    ['a new operator', async (tx: RightsTransaction) => makeOperator(tx, (await makePerson(app)).id, {})],
  ])('lets the first win when %s comes at the same moment', async (_what, first) => {
    const token = await newLink()
    const outcome = duringChange(
      app,
      (tx) => first(tx, token),
      () => inForce(app.context, (tx) => use(tx, token)),
    )
    await expect(outcome).rejects.toMatchObject(refused('setup_closed'))
  })

  test('is not made while a set-up commits', async () => {
    const token = await newLink()
    const outcome = duringChange(
      app,
      (tx) => use(tx, token),
      () => newLink(),
    )
    await expect(outcome).rejects.toMatchObject(refused('setup_closed'))
  })

  test('slows a network down that tries tokens, before anything is looked up or hashed', async () => {
    const address = newAddress()
    const token = await newLink()
    for (let at = 0; at < 11; at++)
      await expect(attempt(typed('x'), { address })).rejects.toMatchObject(refused('setup_token_invalid'))
    await expect(attempt(typed(token), { address })).rejects.toMatchObject({ code: 'too_many_tries' })
    await attempt(typed(token))
  })

  test('forgets earlier tries of the network when it is used', async () => {
    const address = newAddress()
    const token = await newLink()
    for (let at = 0; at < 10; at++)
      await expect(attempt(typed('x'), { address })).rejects.toMatchObject(refused('setup_token_invalid'))
    await attempt(typed(token), { address })
    await expect(attempt(typed(token), { address })).rejects.toMatchObject(refused('setup_closed'))
  })
})

describe('the set-up of a new installation', () => {
  const callMe = async (installation: TestApp, key: string) =>
    (await installation.call('files', { url: '/api/v1/me', key })).status

  test('takes over the person of the first run, whose keys keep working', async () => {
    const installation = await newInstallation()
    const first = await makeFirstPerson(installation)
    expect(await callMe(installation, first.key)).toBe(200)
    const form = typed(await newLink(installation))
    const { userId, workspaceId } = await attempt(form, { of: installation })
    expect([userId, workspaceId]).toEqual([first.id, first.workspace_id])
    const { database, clock } = installation.context
    expect(await findUser(database, userId)).toMatchObject({
      email: form.email,
      first_name: 'Ann',
      last_name: 'Lee',
      has_password: true,
      email_verified_at: clock.now(),
      operator_since: clock.now(),
    })
    const { name } = await database.one<{ name: string }>(
      sql`select name from identity.workspace where id = ${workspaceId}`,
    )
    expect(name).toBe('Ann Lee')
    expect(await callMe(installation, first.key)).toBe(200)
    expect((await logIn(newcomer(installation), form.email, password)).status).toBe(303)
  })

  test('keeps their address and the name of their workspace if these are wanted', async () => {
    const installation = await newInstallation()
    const first = await makeFirstPerson(installation)
    const { database } = installation.context
    await database.run(sql`update identity.workspace set name = 'Mine' where id = ${first.workspace_id}`)
    const form = typed(await newLink(installation), { email: firstPerson.email })
    expect((await attempt(form, { of: installation })).userId).toBe(first.id)
    expect(await findUser(database, first.id)).toMatchObject({
      email: firstPerson.email,
      email_verified_at: installation.clock.now(),
    })
    const { name } = await database.one<{ name: string }>(
      sql`select name from identity.workspace where id = ${first.workspace_id}`,
    )
    expect(name).toBe('Mine')
  })

  test.each([
    ['have a password', sql`update identity.user set password_hash = 'x'`],
    ['have another address', sql`update identity.user set email = 'me@example.com'`],
  ])('creates a new person when they %s', async (_what, change) => {
    const installation = await newInstallation()
    const first = await makeFirstPerson(installation)
    await installation.context.database.run(change)
    const { userId } = await attempt(typed(await newLink(installation)), { of: installation })
    expect(userId).not.toBe(first.id)
  })

  test('creates a new person when they are disabled or not the only person', async () => {
    for (const prepare of [
      (installation: TestApp, userId: number) =>
        inForce(installation.context, (tx) => setUserDisabled(tx, userId, true)),
      (installation: TestApp) => makePerson(installation),
    ]) {
      const installation = await newInstallation()
      const first = await makeFirstPerson(installation)
      await prepare(installation, first.id)
      const { userId } = await attempt(typed(await newLink(installation)), { of: installation })
      expect(userId).not.toBe(first.id)
    }
  })
})
