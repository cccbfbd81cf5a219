import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { sealEins } from './seal-eins.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('employer numbers of an earlier version', () => {
  test('are sealed, and leave no clear text', async () => {
    const { workspaceId, personalId } = await app.tenant()
    const { database, vault } = app.context
    await database.run(sql`update identity.workspace set ein = '123456789' where id = ${workspaceId}`)
    for (let run = 0; run < 2; run++) await sealEins.run({}, app.context)
    const { ein, sealed } = await database.one<{ ein: string | null; sealed: Buffer }>(
      sql`select ein, ein_sealed as sealed from identity.workspace where id = ${workspaceId}`,
    )
    expect(ein).toBeNull()
    expect(vault.open(sealed, `workspace.ein:${workspaceId}`)).toBe('123456789')
    const other = await database.one(
      sql`select ein, ein_sealed from identity.workspace where id = ${personalId}`,
    )
    expect(other).toEqual({ ein: null, ein_sealed: null })
  })
})
