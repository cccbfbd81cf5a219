import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, refusalOf, type Shown, type ShownList } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { indexNames } from './index-names.ts'
import { gramsOf } from './store.ts'
import { sweepNames } from './sweep-names.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = await fresh(tenant)
})
afterAll(() => app.close())

/** Searches are limited, so each test with many of them has a user of its own. */
const fresh = async (of?: Tenant) => filesClient(app, (await (of ?? (await app.tenant())).key('files')).key)

const find = async (query: string, client = files): Promise<ShownList> => {
  const answer = await client.get(`/search?${query}`)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body as ShownList
}
const names = async (query: string, client = files) =>
  (await find(query, client)).data.map(({ name }) => name)
const pathOf = (match: Shown) => (match['path'] as Shown[]).map(({ name }) => name)

describe('searchFiles', () => {
  test('finds parts of names at every depth, in any case, each with its path', async () => {
    const client = await fresh()
    const a = await client.folder('Alpha')
    const b = await client.folder('Beta', a.id)
    const one = await client.file('x', 'Needle one.txt', b.id)
    await client.file('x', 'needle two.txt')
    await client.folder('needle folder', a.id)
    await client.file('x', 'hay.txt', b.id)
    const { data, meta } = await find('q=nEEdle', client)
    expect(data.map(({ name }) => name)).toEqual(['needle folder', 'Needle one.txt', 'needle two.txt'])
    expect(meta).toEqual({ total: 3, offset: 0, limit: 20, next_offset: null })
    expect(data.map(pathOf)).toEqual([
      ['Alpha', 'needle folder'],
      ['Alpha', 'Beta', 'Needle one.txt'],
      ['needle two.txt'],
    ])
    const { path: _, ...shown } = data[1] as Shown
    expect(shown).toEqual(one)
  })

  test('narrows to a type and to a subtree', async () => {
    const client = await fresh()
    const a = await client.folder('match A')
    const b = await client.folder('sub', a.id)
    await client.file('x', 'match b.txt', b.id)
    await client.file('x', 'match c.txt')
    expect(await names('q=match&type=folder', client)).toEqual(['match A'])
    expect(await names('q=match&type=file', client)).toEqual(['match b.txt', 'match c.txt'])
    expect(await names(`q=match&parent_id=${a.id}`, client)).toEqual(['match b.txt'])
  })

  test('pages through everything once', async () => {
    const client = await fresh()
    for (let n = 0; n < 7; n++) await client.file('x', 'same.txt')
    const seen: string[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const page = await find(`q=same&limit=3&offset=${offset}`, client)
      seen.push(...page.data.map(({ id }) => id))
      offset = page.meta.next_offset
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
    expect((await find('q=same&offset=100', client)).data).toEqual([])
  })

  test('finds renamed items by their new name only, and nothing deleted', async () => {
    const client = await fresh()
    const file = await client.file('x', 'before.txt')
    await client.patch(`/files/${file.id}`, { name: 'after.txt' })
    expect([await names('q=before', client), await names('q=after', client)]).toEqual([[], ['after.txt']])
    await client.del(`/files/${file.id}`)
    expect(await names('q=after', client)).toEqual([])
  })

  test('sees nothing of other workspaces, and with a folder-scoped key nothing outside of it', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const inner = await files.folder('inner', scope.id)
    await files.file('x', 'secret inside', inner.id)
    await files.file('x', 'secret outside', outside.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    const { data } = await find('q=secret', scoped)
    expect(data.map(pathOf)).toEqual([['scope', 'inner', 'secret inside']])
    expect(await names('q=scope', scoped)).toEqual([])
    for (const id of [outside.id, 'zzzzzzzz'])
      expect(refusalOf(await scoped.get(`/search?q=secret&parent_id=${id}`))).toEqual([
        404,
        'folder_not_found',
      ])
    expect(await names('q=secret', await fresh())).toEqual([])
  })
})

describe('searchFiles, in one answer,', () => {
  test('has paths of about a megabyte at most: the rest of the page is the next one', async () => {
    const deep = await app.tenant()
    const client = filesClient(app, (await deep.key('files')).key)
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select
        'P' || lpad(level::text, 7, '0'), ${deep.workspaceId},
        case when level > 1 then 'P' || lpad((least(level, 99) - 1)::text, 7, '0') end,
        'folder', case when level > 99 then 'needle' else repeat('😀', 255) end,
        case when level > 99 then 'needle' else repeat('😀', 255) end, 0, now(), now()
      from generate_series(1, 199) level`)
    const seen: unknown[] = []
    let offset: number | null = 0
    while (offset !== null) {
      const answer = await client.get(`/search?q=needle&limit=100&offset=${offset}`)
      expect(answer.bytes.length).toBeLessThan(4 * 1024 ** 2)
      const { data, meta } = answer.body as ShownList
      expect(data.length).toBeGreaterThan(0)
      seen.push(...data.map(({ id }) => id))
      offset = meta.next_offset
    }
    expect(new Set(seen).size).toBe(100)
    expect(seen).toHaveLength(100)
  })
})

describe('searchFiles is refused', () => {
  test('as invalid_query without 1 to 200 characters', async () => {
    for (const query of ['', '?q=', `?q=${'x'.repeat(201)}`, '?q=%00', '?q=a&q=b'])
      expect(refusalOf(await files.get(`/search${query}`))).toEqual([400, 'invalid_query'])
    expect(await names(`q=${'%F0%9F%98%80'.repeat(200)}`)).toEqual([])
  })

  test('as invalid_type, invalid_paging, folder_not_found and not_a_folder', async () => {
    const client = await fresh()
    const file = await client.file('x', 'x.txt')
    const refused = async (query: string) => refusalOf(await client.get(`/search?q=x${query}`))
    expect(await refused('&type=link')).toEqual([400, 'invalid_type'])
    expect(await refused('&limit=101')).toEqual([400, 'invalid_paging'])
    expect(await refused('&offset=-1')).toEqual([400, 'invalid_paging'])
    expect(await refused('&parent_id=zzzzzzzz')).toEqual([404, 'folder_not_found'])
    expect(await refused(`&parent_id=${file.id}`)).toEqual([400, 'not_a_folder'])
  })

  test('as rate_limited after 60 in a minute with a key and 120 of a user', async () => {
    const owner = await app.tenant()
    const last = async (count: number) => {
      const client = await fresh(owner)
      for (let n = 1; n < count; n++) await client.get('/search?q=x')
      return client.get('/search?q=x')
    }
    expect((await last(60)).status).toBe(200)
    const refused = await last(61)
    expect(refusalOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refusalOf(await last(1))).toEqual([429, 'rate_limited'])
  })
})

describe('searchFiles in a large workspace', () => {
  let large: Tenant
  let small: Shown

  beforeAll(async () => {
    large = await app.tenant()
    const client = await fresh(large)
    const [top, other] = [await client.folder('top'), await client.folder('other')]
    small = await client.folder('small')
    // More than are scanned one by one, so that the search uses the index of names.
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select
        'M' || lpad(n::text, 7, '0'), ${large.workspaceId}, case when n % 7 = 1 then ${other.id} else ${top.id} end,
        'folder', name, name, 0, '2026-01-01', '2026-01-01'
      from generate_series(1, 60000) n, lateral (select case
        when n % 20000 = 19 then 'zz 文件 ' || n
        when n % 20000 = 20 then 'zz übung_100% ' || n
        when n % 10 = 3 then 'yy broad ' || n
        else 'a' || left(md5(n::text), 9) end as name) named`)
    await indexNames.run({}, app.context)
    // As autovacuum does a minute after so many inserts; until then each search would sort all of them.
    await app.context.database.run(sql`analyze files.file, files.name`)
    const late = await client.folder('zz late 文件', small.id)
    expect(late.id).toHaveLength(8)
  })

  test('finds rare parts of one, two and more characters of any script, indexed or waiting', async () => {
    const client = await fresh(large)
    const parts = ['文件', '件 20', 'ü', 'ÜBUNG_', '0% 4', 'zz', 'late', '%', 'u\u0308b']
    const found = await Promise.all(parts.map((part) => names(`q=${encodeURIComponent(part)}`, client)))
    const [a, b] = [
      ['zz 文件 19', 'zz 文件 20019', 'zz 文件 40019'],
      ['zz übung_100% 20', 'zz übung_100% 20020', 'zz übung_100% 40020'],
    ]
    expect(found).toEqual([
      ['zz late 文件', ...a],
      ['zz 文件 20019'],
      b,
      b,
      ['zz übung_100% 40020'],
      ['zz late 文件', ...b, ...a],
      ['zz late 文件'],
      b,
      b,
    ])
  })

  test('narrows to type and subtree, small or large', async () => {
    const client = await fresh(large)
    const top = (await find('q=top', client)).data[0]?.id
    expect(await names(`q=${encodeURIComponent('文件')}&parent_id=${small.id}`, client)).toEqual([
      'zz late 文件',
    ])
    expect(await names(`q=${encodeURIComponent('文件')}&parent_id=${top}`, client)).toEqual([
      'zz 文件 19',
      'zz 文件 20019',
      'zz 文件 40019',
    ])
    expect(await names('q=zz&type=file', client)).toEqual([])
  })

  test('finds and counts matches in a subtree that are frequent elsewhere', async () => {
    const client = await fresh(large)
    const other = (await find('q=other', client)).data[0]?.id
    const { meta } = await find(`q=broad&parent_id=${other}`, client)
    expect(meta.total).toBe(857)
    expect(await names(`q=broad&parent_id=${small.id}`, client)).toEqual([])
    expect(await names('q=broad&type=file', client)).toEqual([])
  })

  test('walks folders by the index, even where the statistics know only two folders', async () => {
    const { database } = app.context
    // What ANALYZE usually estimates here; reading all items for each folder takes half a minute.
    await database.run(sql`alter table files.file alter column parent_id set (n_distinct = 2)`)
    await database.run(sql`analyze files.file`)
    const client = await fresh(large)
    const other = (await find('q=other', client)).data[0]?.id
    expect((await find(`q=broad&parent_id=${other}`, client)).meta.total).toBe(857)
    await database.run(sql`alter table files.file alter column parent_id reset (n_distinct)`)
    await database.run(sql`analyze files.file`)
  })

  test('finds a file and a folder of one name, each by its type', async () => {
    const client = await fresh(large)
    await client.file('x', 'zz twin')
    await client.folder('zz twin')
    const types = async (query: string) => (await find(query, client)).data.map(({ type }) => type)
    const asked = async () => [
      new Set(await types('q=twin')),
      await types('q=twin&type=file'),
      await types('q=twin&type=folder'),
    ]
    const waiting = await asked()
    await indexNames.run({}, app.context)
    const each = [new Set(['file', 'folder']), ['file'], ['folder']]
    expect([waiting, await asked()]).toEqual([each, each])
  })

  test('stops at 5,000 matches and pages through them once', async () => {
    const client = await fresh(large)
    const ids = new Set<string>()
    for (let offset = 0; offset < 5000; offset += 100) {
      const { data, meta } = await find(`q=broad&limit=100&offset=${offset}`, client)
      expect(meta).toMatchObject({ total: 5000, next_offset: offset === 4900 ? null : offset + 100 })
      for (const { id } of data) ids.add(id)
    }
    expect(ids.size).toBe(5000)
  })

  test('removes unused names and keeps the others', async () => {
    const client = await fresh(large)
    const known = async () =>
      (
        await app.context.database.one<{ count: number }>(sql`
          select count(*) from files.name where workspace_id = ${large.workspaceId}`)
      ).count
    const before = await known()
    await client.del(`/folders/${small.id}`)
    await sweepNames.run({}, app.context)
    expect(await known()).toBe(before - 2)
    expect(await names(`q=${encodeURIComponent('文件')}`, client)).toHaveLength(3)
  })
})

describe('the pieces that a part is looked up by', () => {
  test.each([
    ['a', ['a']],
    ['ab', ['ab']],
    ['abc', ['abc']],
    ['abcd', ['abc', 'bcd']],
    ['abcabcabcabc', ['abc', 'cab', 'bca']],
    ['abcdefgh', ['abc', 'cde', 'efg', 'fgh']],
    ['😀é', ['😀é']],
  ])('of %s are %j', (part, grams) => expect(gramsOf(part)).toEqual(grams))
})
