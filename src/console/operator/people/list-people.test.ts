import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { makePerson } from '../../../account/account.testing.ts'
import { inForce } from '../../../identity/in-force.ts'
import { createUser } from '../../../identity/user/create-user.ts'
import { setUserDisabled } from '../../../identity/user/disable-user.ts'
import { sql } from '../../../platform/database/sql.ts'
import { operator, pageOfList } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

interface Person {
  readonly id: number
  readonly email: string
}

const named = (email: string, firstName: string, lastName: string) =>
  app.context.database.transaction((tx) =>
    createUser(tx, app.context.setUpWorkspace, { email, firstName, lastName, plan: 'standard' }),
  )
const found = async (query: string) =>
  (await pageOfList<Person>(browser, `/operator/people?${query}`)).data.map(({ id }) => id)

describe('listPeople', () => {
  test('has what an operator may see of people, newest first', async () => {
    const { id } = await named('mona@example.org', 'Mona', 'Vale')
    const { data } = await pageOfList<Person>(browser, '/operator/people')
    expect(data[0]).toEqual({
      id,
      email: 'mona@example.org',
      first_name: 'Mona',
      last_name: 'Vale',
      created_at: app.clock.now().toISOString(),
      disabled_at: null,
      delete_at: null,
      operator: false,
      demo: false,
      plan: 'standard',
      active: true,
    })
  })

  test('searches by the beginning of address, full name, and last name, in any case and without wildcards', async () => {
    const one = await named('zed_1@example.org', 'Zora', 'Quill')
    const two = await named('zedx1@example.org', 'Zoran', 'Quincy')
    expect(await found('q=zed')).toEqual([two.id, one.id])
    expect(await found('q=ZED_')).toEqual([one.id])
    expect(await found('q=zed%25')).toEqual([])
    expect(await found('q=zora')).toEqual([two.id, one.id])
    expect(await found('q=Zora%20Q')).toEqual([one.id])
    expect(await found('q=quin')).toEqual([two.id])
    expect(await found('q=%20quin%20')).toEqual([two.id])
    expect(await found('q=nobody')).toEqual([])
  })

  test('filters by state', async () => {
    const { id } = await makePerson(app)
    await inForce(app.context, (tx) => setUserDisabled(tx, id, true))
    expect(await found('state=disabled')).toEqual([id])
    expect(await found('state=operator')).toEqual([browser.userId])
    expect(await found('state=active')).not.toContain(id)
    expect(await browser.refusal('GET', '/operator/people?state=x')).toEqual([400, 'invalid_request'])
  })

  test('pages through 1,000 people, each once', async () => {
    await app.context.database.transaction(async (tx) => {
      for (let at = 0; at < 1000; at++)
        await createUser(tx, app.context.setUpWorkspace, {
          email: `crowd-${at}@example.net`,
          firstName: 'Crowd',
          lastName: String(at),
          plan: 'standard',
        })
    })
    const seen: number[] = []
    for (let before = ''; ;) {
      const { data, meta } = await pageOfList<Person>(browser, `/operator/people?q=crowd&limit=100${before}`)
      seen.push(...data.map(({ id }) => id))
      if (meta.next_before === null) break
      before = `&before=${meta.next_before}`
    }
    expect([seen.length, new Set(seen).size]).toEqual([1000, 1000])
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })

  test('reads an index for each way to search', async () => {
    const { database } = app.context
    await database.run(sql`analyze identity."user"`)
    const plan = JSON.stringify(
      await database.rows(sql`
        explain select id from identity."user"
         where email collate "C" between 'zed' and 'zee'
            or lower(first_name || ' ' || last_name) collate "C" between 'zed' and 'zee'
            or lower(last_name) collate "C" between 'zed' and 'zee'
         order by id desc limit 51`),
    )
    for (const index of ['user_email_prefix', 'user_name_prefix', 'user_last_name_prefix'])
      expect(plan).toContain(index)
  })
})
