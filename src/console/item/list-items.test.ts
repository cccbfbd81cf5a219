import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { sql } from '../../platform/database/sql.ts'
import { logIn, type Browser } from '../console.testing.ts'
import { itemsOf, type Items } from './items.testing.ts'

let app: TestApp
let tenant: Tenant
let owner: Browser
let items: Items
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
  items = itemsOf(app, owner, tenant.workspaceId)
})
afterAll(() => app.close())

interface Page {
  readonly data: readonly { readonly id: string; readonly name: string }[]
  readonly meta: { readonly total: number; readonly next_offset: number | null }
}

const pageOf = async (query: string, browser = owner): Promise<Page> => {
  const { status, body, text } = await browser.call('GET', `${items.path}/items?${query}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body as Page
}
const namesOf = async (query: string): Promise<string> =>
  (await pageOf(query)).data.map(({ name }) => name).join(' ')
const refusal = (query: string) => owner.refusal('GET', `${items.path}/items?${query}`)

describe('listItems', () => {
  test('shows the same objects as the files API, in pages of up to 500', async () => {
    const folder = await items.folder('Same')
    for (const name of ['b.txt', 'a.txt']) await items.file(name, 'x', folder)
    await items.folder('c', folder)
    await items.share(await items.file('d.txt', 'x', folder), { password: 'open sesame' })
    const files = filesClient(app, (await tenant.key('files')).key)
    const { data } = await files.list(`?parent_id=${folder}&limit=100`)
    expect(await pageOf(`parent_id=${folder}`)).toEqual({
      data,
      meta: { total: 4, offset: 0, limit: 100, next_offset: null },
    })
    const root = await files.list('?limit=100')
    expect((await pageOf('limit=500')).data).toEqual(root.data)
    expect((await pageOf(`parent_id=${folder}&limit=3`)).meta.next_offset).toBe(3)
    expect(await pageOf(`parent_id=${folder}&limit=3&offset=3`)).toMatchObject({
      data: [{ name: 'd.txt' }],
      meta: { total: 4, next_offset: null },
    })
    expect((await pageOf(`parent_id=${folder}&offset=4`)).data).toEqual([])
  })

  test('sorts by name, modified, and size, both ways, with folders first and what is equal by name', async () => {
    const folder = await items.folder('Sorted')
    for (const [name, bytes] of [
      ['b', '55555'],
      ['c', '1'],
      ['a', '1'],
      ['d', '333'],
    ] as const) {
      await items.file(name, bytes, folder)
      app.clock.advance(name === 'c' ? 0 : 1000)
    }
    for (const name of ['z', 'Y']) {
      await items.folder(name, folder)
      app.clock.advance(1000)
    }
    const sorted = (query: string) => namesOf(`parent_id=${folder}&${query}`)
    expect(await sorted('')).toBe('Y z a b c d')
    expect(await sorted('sort=name&order=desc')).toBe('z Y d c b a')
    expect(await sorted('sort=size')).toBe('Y z a c d b')
    expect(await sorted('sort=size&order=desc')).toBe('Y z b d a c')
    expect(await sorted('sort=modified')).toBe('z Y b a c d')
    expect(await sorted('sort=modified&order=desc')).toBe('Y z d a c b')
    const inPages: string[] = []
    for (let offset = 0; offset < 6; offset += 2)
      inPages.push(await sorted(`sort=size&order=desc&limit=2&offset=${offset}`))
    expect(inPages).toEqual(['Y z', 'b d', 'a c'])
    await owner.data(
      'PATCH',
      `${items.path}/files/files/${(await pageOf(`parent_id=${folder}`)).data[3]?.id}`,
      {
        name: 'b2',
      },
    )
    expect(await sorted('sort=modified&order=desc&q=b')).toBe('b2')
    expect(await sorted('sort=modified&order=desc')).toBe('Y z b2 d a c')
  })

  test('finds a part of the name in this folder, in any case, with emoji and without wildcards', async () => {
    const folder = await items.folder('Found')
    for (const name of ['Straße.txt', 'smile 😀.txt', '100%_a.txt', 'other.md'])
      await items.file(name, 'x', folder)
    await items.file('strasse.txt', 'x', await items.folder('below', folder))
    const found = (q: string) => namesOf(`parent_id=${folder}&q=${encodeURIComponent(q)}`)
    expect(await found('STRASSE')).toBe('Straße.txt')
    expect(await found('😀')).toBe('smile 😀.txt')
    expect(await found('%_')).toBe('100%_a.txt')
    expect(await found('%')).toBe('100%_a.txt')
    expect(await found('')).toContain('other.md')
    expect((await pageOf(`parent_id=${folder}&q=txt`)).meta.total).toBe(3)
    expect(await refusal(`q=${encodeURIComponent('a\0')}`)).toEqual([400, 'invalid_request'])
  })

  test('of an unknown folder, and of one of another workspace, is folder_not_found', async () => {
    const other = await app.tenant()
    const stranger = await logIn(app, other.userId)
    const theirs = await itemsOf(app, stranger, other.workspaceId).folder('Theirs')
    const personal = await itemsOf(app, owner, tenant.personalId).folder('Mine elsewhere')
    for (const id of ['zzzzzzzz', 'x', '', theirs, personal])
      expect(await refusal(`parent_id=${id}`)).toEqual([404, 'folder_not_found'])
    expect(await stranger.refusal('GET', `${items.path}/items`)).toEqual([404, 'workspace_not_found'])
  })

  test('of a file is not_a_folder', async () => {
    expect(await refusal(`parent_id=${await items.file('file.txt')}`)).toEqual([400, 'not_a_folder'])
  })

  test('with bad paging or sorting is invalid_paging or invalid_sort', async () => {
    for (const paging of ['limit=0', 'limit=501', 'limit=x', 'offset=-1', 'offset=1.5'])
      expect(await refusal(paging)).toEqual([400, 'invalid_paging'])
    for (const sort of ['sort=', 'sort=name_asc', 'sort=SIZE', 'order=up', 'order='])
      expect(await refusal(sort)).toEqual([400, 'invalid_sort'])
  })

  test('is for members, as long as they are', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const member = await logIn(app, id)
    expect((await pageOf('', member)).data.length).toBeGreaterThan(0)
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId: id }))
    expect(await member.refusal('GET', `${items.path}/items`)).toEqual([404, 'workspace_not_found'])
  })

  test('stops at 5,000 items, in every order', async () => {
    const folder = await items.folder('Full')
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select lpad(number::text, 8, '0'), workspace_id, id, 'folder', number, number, 0, created_at, updated_at
      from files.file, generate_series(1, 5010) number
      where id = ${folder}`)
    for (const sort of ['name', 'modified', 'size']) {
      const last = await pageOf(`parent_id=${folder}&sort=${sort}&limit=500&offset=4990`)
      expect([last.data.length, last.meta]).toMatchObject([10, { total: 5000, next_offset: null }])
      for (const offset of [5000, Number.MAX_SAFE_INTEGER])
        expect(await pageOf(`parent_id=${folder}&sort=${sort}&offset=${offset}`)).toMatchObject({
          data: [],
          meta: { total: 5000, next_offset: null },
        })
    }
  })
})
