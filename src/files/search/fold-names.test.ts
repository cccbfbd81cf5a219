import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, type ShownList } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { fold } from '../file/rules.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

/** As earlier versions folded. */
const lowerCase = (name: string): string => name.normalize('NFC').toLowerCase()

const characters = Array.from({ length: 0x11_0000 - 0x20 }, (_, at) => at + 0x20)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

describe('names', () => {
  test('are searched and filtered by full case folding', async () => {
    const client = filesClient(app, (await (await app.tenant()).key('files')).key)
    for (const name of ['Hauptstraße', 'ΟΔΟΣ', 'o\ufb03ce', 'İzmir', '\u212b']) await client.folder(name)
    for (const [part, name] of [
      ['STRASSE', 'Hauptstraße'],
      ['straẞe', 'Hauptstraße'],
      ['οδος', 'ΟΔΟΣ'],
      ['οδοσ', 'ΟΔΟΣ'],
      ['οδο', 'ΟΔΟΣ'],
      ['OFFICE', 'o\ufb03ce'],
      ['i\u0307zmir', 'İzmir'],
      ['a\u030a', '\u212b'],
    ] as const) {
      for (const path of ['/search', '/files']) {
        const { body } = await client.get(`${path}?q=${encodeURIComponent(part)}`)
        expect([part, (body as ShownList).data.map((item) => item['name'])]).toEqual([part, [name]])
      }
    }
  })
})

describe('names of earlier versions', () => {
  test('are folded as new ones are, and are found then', async () => {
    const { database } = app.context
    const names = characters
      .filter((character) => lowerCase(character) !== fold(character))
      .flatMap((character) => [`ü${character}x`, `ΑΣ ${character}\u0323\u0301${character}`])
    names.push('STRASSE', 'plain', 'Übung')
    expect(names.length).toBeGreaterThan(200)
    await database.run(sql`
      insert into files.file (id, workspace_id, type, name, folded_name, size, created_at, updated_at)
      select 'F' || lpad(n::text, 7, '0'), ${tenant.workspaceId}, 'folder', name, folded_name, 0, now(), now()
      from unnest(${names}::text[], ${names.map(lowerCase)}::text[]) with ordinality as old (name, folded_name, n)`)
    const migration = new URL('../../../migrations/0052-names-fold-fully.sql', import.meta.url)
    await database.run({ text: readFileSync(migration, 'utf8'), values: [] })
    const rows = await database.rows<{ name: string; folded_name: string }>(sql`
      select name, folded_name from files.file where workspace_id = ${tenant.workspaceId}`)
    expect(rows).toHaveLength(names.length)
    for (const { name, folded_name } of rows) expect([name, folded_name]).toEqual([name, fold(name)])
    const client = filesClient(app, (await tenant.key('files')).key)
    const { body } = await client.get(`/search?q=${encodeURIComponent('ÜSSX')}`)
    expect(body).toMatchObject({ meta: { total: 2 } })
  })
})
