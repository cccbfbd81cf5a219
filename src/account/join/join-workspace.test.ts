import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type Tenant } from '../../../test/harness.ts'
import { createInviteCode } from '../../identity/invitation/create-code.ts'
import { findRole } from '../../identity/member/store.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  auditOf,
  loggedIn,
  makePerson,
  newcomer,
  outcomeOf,
  rightPassword as password,
} from '../account.testing.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

async function makeCode(): Promise<string> {
  const { workspaceId, userId: createdBy } = tenant
  const { database, random } = app.context
  const { code } = await database.transaction((tx) =>
    createInviteCode(tx, random, { workspaceId, createdBy }),
  )
  return `/join/${code}`
}

const roleOf = ({ id }: { readonly id: number }) => findRole(app.context.database, tenant.workspaceId, id)

describe('joinWorkspace', () => {
  test('lets somebody who is logged in join with one button', async () => {
    const person = await makePerson(app)
    const path = await makeCode()
    const guest = await loggedIn(app, person)
    const page = await guest.get(path)
    expect(page.text).toMatch(/Join <bdi>Organization of/)
    expect(page.text).not.toContain('<input')
    expect(outcomeOf(await guest.submit(path, {}))).toBe('303 /')
    expect(await roleOf(person)).toBe('member')
    expect(await auditOf(app, person.id)).toContain('invite_code.use ok')
  })

  test('lets somebody log in and join, in one form', async () => {
    const person = await makePerson(app)
    const path = await makeCode()
    const guest = newcomer(app)
    expect((await guest.get(path)).text).toContain('Log in to join.')
    const refused = await guest.submit(path, { email: person.email, password: 'wrong horse' })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain(`value="${person.email}"`)
    expect(outcomeOf(await guest.submit(path, { email: person.email, password }))).toBe('303 /')
    expect((await guest.get('/two-step')).status).toBe(200)
    expect(await roleOf(person)).toBe('member')
  })

  test('offers somebody who is logged in to use another account', async () => {
    const person = await makePerson(app)
    const path = await makeCode()
    const guest = await loggedIn(app, person)
    expect((await guest.submit(path, { action: 'switch' })).text).toContain('Log in to join.')
    expect((await guest.get('/two-step')).status).toBe(303)
    expect(await roleOf(person)).toBeUndefined()
  })

  test('takes a code in lower case, as people type it', async () => {
    const guest = await loggedIn(app, await makePerson(app))
    expect((await guest.submit((await makeCode()).toLowerCase().replace('/join', '/join'), {})).status).toBe(
      303,
    )
  })

  test('lets one of twenty in who use a code at once', async () => {
    const path = await makeCode()
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(app)))
    const guests = await Promise.all(people.map((person) => loggedIn(app, person)))
    const answers = (await Promise.all(guests.map((guest) => guest.submit(path, {})))).map(outcomeOf)
    expect(answers.filter((answer) => answer === '303 /')).toHaveLength(1)
    expect(answers.filter((answer) => answer === '410 This join link was used already')).toHaveLength(19)
    const roles = await Promise.all(people.map(roleOf))
    expect(roles.filter((role) => role === 'member')).toHaveLength(1)
  })

  test('does not use a code up for somebody who is a member already', async () => {
    const person = await makePerson(app)
    const guest = await loggedIn(app, person)
    await guest.submit(await makeCode(), {})
    const path = await makeCode()
    expect(outcomeOf(await guest.submit(path, {}))).toBe('303 /')
    expect((await newcomer(app).get(path)).status).toBe(200)
  })
})

describe('a join link', () => {
  const open = async (path: string) => outcomeOf(await newcomer(app).get(path))

  test('that was used, withdrawn or never existed says so', async () => {
    const [used, revoked] = [await makeCode(), await makeCode()]
    await (await loggedIn(app, await makePerson(app))).submit(used, {})
    await app.context.database.run(
      sql`update identity.invite_code set revoked_at = ${app.clock.now()} where code = ${revoked.split('/')[2]}`,
    )
    expect(await open(used)).toBe('410 This join link was used already')
    expect(await open(revoked)).toBe('410 This join link was withdrawn')
    for (const path of ['/join', '/join/x', '/join/%00', '/join/0000000000000000'])
      expect(await open(path)).toBe('404 This link does not work')
  })

  test('is not used up by a visit that only opens it', async () => {
    const path = await makeCode()
    for (let at = 0; at < 3; at++) expect((await newcomer(app).go('HEAD', path)).status).toBe(200)
    expect(await open(path)).toMatch(/^200 Join/)
  })
})
