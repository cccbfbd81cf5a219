import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson } from '../account/account.testing.ts'
import { type TestApp, testApp } from '../../test/harness.ts'
import { inForce } from '../identity/in-force.ts'
import { makeOperator } from '../identity/operator/change-operators.ts'
import { requireSetupLink } from '../identity/setup/complete-setup.ts'
import { sql } from '../platform/database/sql.ts'
import type { Instance } from './instance.ts'
import { showSetup } from './show-setup.ts'

let app: TestApp
let instance: Instance
beforeAll(async () => {
  app = await testApp()
  instance = { context: app.context, dataDir: app.directory } as unknown as Instance
})
afterAll(() => app.close())

const links = () => app.context.database.rows(sql`select digest from identity.setup_link`)
const tokenIn = (shown: string | undefined): string => /\/setup#(\w{43})\n/.exec(shown ?? '')?.[1] ?? ''

describe('a start without an operator', () => {
  test('names the command where there is no terminal, and makes no link', async () => {
    expect(await showSetup(instance, { terminal: false })).toBe(
      `No operator yet. To create one: bureau setup-link --data ${app.directory}`,
    )
    expect(await links()).toEqual([])
  })

  test('frames a new link on a terminal, which ends the earlier one', async () => {
    const { database, clock } = app.context
    const [first, second] = [
      tokenIn(await showSetup(instance, { terminal: true })),
      tokenIn(await showSetup(instance, { terminal: true })),
    ]
    await expect(requireSetupLink(database, first, clock.now())).rejects.toMatchObject({
      reason: 'setup_token_invalid',
    })
    await requireSetupLink(database, second, clock.now())
    expect(await links()).toHaveLength(1)
  })
})

test('a start with an operator says nothing of the set-up', async () => {
  const { id } = await makePerson(app)
  await inForce(app.context, (tx) => makeOperator(tx, id, {}))
  for (const terminal of [true, false]) expect(await showSetup(instance, { terminal })).toBeUndefined()
})
