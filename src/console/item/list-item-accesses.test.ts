import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { recordAccess, type Access } from '../../files/link/store.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
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
  readonly data: readonly { readonly id: number }[]
  readonly meta: { readonly next_before: number | null }
}

const accessesOf = async (id: string, query = '', browser = owner): Promise<Page> => {
  const { status, body, text } = await browser.call('GET', `${items.path}/items/${id}/accesses?${query}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body as Page
}
const record = (access: Partial<Access> & { readonly linkId: string }) =>
  recordAccess(app.context.database, {
    workspaceId: tenant.workspaceId,
    entryId: access.linkId,
    action: 'view',
    email: null,
    address: '192.0.2.1',
    at: app.clock.now(),
    ...access,
  })

describe('listItemAccesses', () => {
  test('shows who opened what through the link, newest first', async () => {
    const folder = await items.folder('Shared')
    const [kept, gone] = [
      await items.file('kept.txt', 'x', folder),
      await items.file('gone.txt', 'x', folder),
    ]
    await items.share(folder)
    const visit = (path: string) => app.call('files', { method: 'GET', url: `/sl/${folder}${path}` })
    expect((await visit('')).status).toBe(200)
    app.clock.advance(1000)
    expect((await visit(`/e/${kept}/download`)).text).toBe('x')
    await record({ linkId: folder, entryId: gone, action: 'code', email: 'ada@example.com' })
    await owner.data('DELETE', `${items.path}/files/files/${gone}`)
    const { data, meta } = await accessesOf(folder)
    const at = app.clock.now().toISOString()
    expect(data).toMatchObject([
      {
        action: 'code',
        email: 'ada@example.com',
        address: '192.0.2.1',
        entry_id: gone,
        entry_name: null,
        at,
      },
      { action: 'download', email: null, address: '127.0.0.1', entry_id: kept, entry_name: 'kept.txt', at },
      { action: 'view', entry_id: folder, entry_name: 'Shared' },
    ])
    expect(meta).toEqual({ next_before: null })
  })

  test('has pages of 1 to 100, and says where the next one begins', async () => {
    const id = await items.file('paged.txt')
    for (let made = 0; made < 5; made++) await record({ linkId: id })
    await record({ linkId: await items.file('other.txt') })
    const all = (await accessesOf(id)).data.map((access) => access.id)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const first = await accessesOf(id, 'limit=2')
    expect(first).toMatchObject({ data: [{ id: all[0] }, { id: all[1] }], meta: { next_before: all[1] } })
    const last = await accessesOf(id, `limit=3&before=${all[1]}`)
    expect(last.data.map((access) => access.id)).toEqual(all.slice(2))
    expect(last.meta).toEqual({ next_before: null })
    expect((await accessesOf(id, `before=${all[4]}`)).data).toEqual([])
    for (const query of ['limit=0', 'limit=101', 'before=x', 'before=0'])
      expect(await owner.refusal('GET', `${items.path}/items/${id}/accesses?${query}`)).toEqual([
        400,
        'invalid_request',
      ])
  })

  test('is empty for an item that nobody opened, and stays after the link was turned off', async () => {
    const id = await items.file('quiet.txt')
    expect((await accessesOf(id)).data).toEqual([])
    await items.share(id)
    expect((await app.call('files', { method: 'GET', url: `/sl/${id}` })).status).toBe(200)
    await owner.data('DELETE', `${items.path}/files/shares/${id}`)
    expect((await accessesOf(id)).data).toMatchObject([{ action: 'view' }])
  })

  test('of an unknown or foreign item is not_found', async () => {
    const other = await app.tenant()
    const stranger = await logIn(app, other.userId)
    const theirs = await itemsOf(app, stranger, other.workspaceId).file('a.png')
    const personal = await itemsOf(app, owner, tenant.personalId).file('a.png')
    for (const id of ['zzzzzzzz', 'abc', '%00', theirs, personal])
      expect(await owner.refusal('GET', `${items.path}/items/${id}/accesses`), id).toEqual([404, 'not_found'])
    expect(await stranger.refusal('GET', `${items.path}/items/${theirs}/accesses`)).toEqual([
      404,
      'workspace_not_found',
    ])
  })

  test('is for members, as long as they are', async () => {
    const { id: userId } = await app.member(tenant.workspaceId, 'member')
    const member = await logIn(app, userId)
    const id = await items.file('theirs.txt')
    expect((await accessesOf(id, '', member)).data).toEqual([])
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId }))
    expect(await member.refusal('GET', `${items.path}/items/${id}/accesses`)).toEqual([
      404,
      'workspace_not_found',
    ])
  })
})
