import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf, type ShownList } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { File } from '../item/model.ts'

let app: TestApp
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  files = filesClient(app, (await (await app.tenant()).key('files')).key)
})
afterAll(() => app.close())

const pages = async (folder: string, sort: string) => {
  const names: unknown[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const page: ShownList = await files.list(`?parent_id=${folder}&sort=${sort}&limit=2&offset=${offset}`)
    names.push(...page.data.map(({ name }) => name))
    offset = page.meta.next_offset
  }
  return names
}

describe('listFiles', () => {
  test('sorts folders first in both directions and keeps the order over pages', async () => {
    const top = (await files.folder('order')).id
    for (const name of ['c', 'A', 'b']) {
      await files.folder(`d-${name}`, top)
      await files.file('x', `f-${name}`, top)
    }
    expect(await pages(top, 'name_asc')).toEqual(['d-A', 'd-b', 'd-c', 'f-A', 'f-b', 'f-c'])
    expect(await pages(top, 'name_desc')).toEqual(['d-c', 'd-b', 'd-A', 'f-c', 'f-b', 'f-A'])
  })

  test('shows entries of one name exactly once over pages', async () => {
    const top = (await files.folder('twins')).id
    for (let twin = 0; twin < 5; twin++) await files.file(String(twin), 'twin.txt', top)
    for (const sort of ['name_asc', 'name_desc']) expect(await pages(top, sort)).toHaveLength(5)
    const ids = await Promise.all(
      [0, 1, 2, 3, 4].map(
        async (offset) => (await files.list(`?parent_id=${top}&limit=1&offset=${offset}`)).data[0]?.id,
      ),
    )
    expect(new Set(ids).size).toBe(5)
  })

  test('has 20 items from the first on by default, and the total on every page, even past the end', async () => {
    const top = (await files.folder('totals')).id
    await Promise.all(Array.from({ length: 23 }, (_, index) => files.folder(`n${index}`, top)))
    const meta = async (query: string) => (await files.list(`?parent_id=${top}${query}`)).meta
    expect(await meta('')).toEqual({ total: 23, offset: 0, limit: 20, next_offset: 20 })
    expect(await meta('&offset=20')).toEqual({ total: 23, offset: 20, limit: 20, next_offset: null })
    expect(await meta('&offset=4000')).toEqual({ total: 23, offset: 4000, limit: 20, next_offset: null })
    expect(await meta('&offset=9007199254740991')).toMatchObject({ total: 23, next_offset: null })
  })

  test('filters by a part of the name, ignores case, and takes %, _ and \\ literally', async () => {
    const top = (await files.folder('filter')).id
    for (const name of ['Annual REPORT.pdf', 'ÜBUNG.txt', '100% sure', 'a_b', 'plain', "o'clock"]) {
      await files.file('x', name, top)
    }
    const found = (q: string) => files.names(`?parent_id=${top}&q=${encodeURIComponent(q)}`)
    expect(await found('rEpOrT')).toEqual(['Annual REPORT.pdf'])
    expect(await found('übung')).toEqual(['ÜBUNG.txt'])
    expect(await found('U\u0308bung')).toEqual(['ÜBUNG.txt'])
    expect(await found('%')).toEqual(['100% sure'])
    expect(await found('_')).toEqual(['a_b'])
    expect(await found("o'c")).toEqual(["o'clock"])
    expect(await found('\\')).toEqual([])
    expect(await found('')).toHaveLength(6)
    const page = await files.list(`?parent_id=${top}&q=a&limit=1&offset=1`)
    expect([page.data.length, page.meta.total, page.meta.next_offset]).toEqual([1, 3, 2])
  })

  test('shows each entry as getFile does, for all names and shares, including expired ones', async () => {
    const top = (await files.folder('as they are')).id
    const names = [
      'a "quoted" \u2028.TXT',
      'emoji 👩‍👩‍👧.PNG',
      '.hidden',
      'أهلا.pdf',
      'no extension',
      'x.tar.gz',
      "o'c.ÄÖ",
    ]
    const made = [await files.folder('a folder', top)]
    for (const name of names) made.push(await files.file('x', name.replaceAll('"', '%22'), top))
    const [folder, ...rest] = made.map(({ id }) => id)
    const expires = new Date(app.clock.now().getTime() + 90_061_000).toISOString()
    const limited = { status: 'limited', emails: "a+1@example.com,o'neill@example.com" }
    const shares = [
      { file_id: folder, status: 'public', password: 'eight or more', expires_at: expires },
      { file_id: rest[0], ...limited },
      { file_id: rest[1], status: 'public' },
      { file_id: rest[2], status: 'public', expires_at: expires },
    ]
    for (const share of shares) expect((await files.post('/shares', share)).status).toBe(201)
    const differing = async () => {
      const { data } = await files.list(`?parent_id=${top}`)
      const single = await Promise.all(data.map(({ id }) => files.get(`/files/${id}`)))
      expect(data.map((entry) => File.strict().parse(entry))).toEqual(data)
      expect(data).toEqual(single.map(dataOf))
      return data.filter(({ share_active }) => share_active === true).length
    }
    expect(await differing()).toBe(4)
    app.clock.advance(90_061_000)
    expect(await differing()).toBe(2)
  })

  test('without a parent lists only the root', async () => {
    const other = filesClient(app, (await (await app.tenant()).key('files')).key)
    const top = await other.folder('top')
    const paper = await other.file('x', 'paper.txt')
    await other.file('x', 'inner.txt', top.id)
    expect((await other.list()).data).toEqual([top, paper])
  })

  const refused = async (query: string) => refusalOf(await files.get(`/files${query}`))

  test('of an unknown folder is folder_not_found, of a file not_a_folder', async () => {
    const paper = await files.file('x', 'paper.txt')
    for (const parent of ['zzzzzzzz', 'nope', '', '%00', 'a%2Fb', '&parent_id=x']) {
      expect(await refused(`?parent_id=${parent}`)).toEqual([404, 'folder_not_found'])
    }
    expect(await refused(`?parent_id=${paper.id}`)).toEqual([400, 'not_a_folder'])
  })

  test('takes a limit of 1 to 100 and an offset of 0 or more, else it is invalid_paging', async () => {
    for (const limit of [1, 100]) expect((await files.list(`?limit=${limit}`)).meta.limit).toBe(limit)
    for (const paging of [
      'limit=0',
      'limit=101',
      'limit=',
      'limit=abc',
      'limit=1.5',
      'limit=-1',
      'limit=5&limit=6',
      'offset=-1',
      'offset=99999999999999999999',
    ]) {
      expect(await refused(`?${paging}`)).toEqual([400, 'invalid_paging'])
    }
  })

  test('in an unknown order is invalid_sort, with a null byte in q invalid_request', async () => {
    for (const sort of ['bogus', '', 'name_asc%00'])
      expect(await refused(`?sort=${sort}`)).toEqual([400, 'invalid_sort'])
    expect(await refused('?q=%00')).toEqual([400, 'invalid_request'])
  })

  test('stops at 5,000 items', async () => {
    const top = (await files.folder('many')).id
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select lpad(number::text, 8, '0'), workspace_id, id, 'folder', number, number, 0, created_at, updated_at
      from files.file, generate_series(1, 5010) number
      where id = ${top}`)
    const last = await files.list(`?parent_id=${top}&limit=100&offset=4950`)
    expect([last.data.length, last.meta.total, last.meta.next_offset]).toEqual([50, 5000, null])
    const past = await files.list(`?parent_id=${top}&limit=100&offset=5000`)
    expect([past.data.length, past.meta.total, past.meta.next_offset]).toEqual([0, 5000, null])
  })
})
