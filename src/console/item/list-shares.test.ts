import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { sql } from '../../platform/database/sql.ts'
import { logIn, type Browser } from '../console.testing.ts'
import { itemsOf } from './items.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Page {
  readonly data: readonly { readonly id: string; readonly name: string }[]
  readonly meta: object
}

async function workspace() {
  const tenant: Tenant = await app.tenant()
  const owner = await logIn(app, tenant.userId)
  const items = itemsOf(app, owner, tenant.workspaceId)
  const shares = async (query = '', browser: Browser = owner): Promise<Page> => {
    const { status, body, text } = await browser.call('GET', `${items.path}/shares?${query}`)
    if (status !== 200) throw new Error(`${status} ${text}`)
    return body as Page
  }
  const names = async (query = '') => (await shares(query)).data.map(({ name }) => name)
  return { ...tenant, owner, items, shares, names }
}

describe('listShares', () => {
  test('shows each link that works with its folders, who shared it, and when it was opened, newest first', async () => {
    const { owner, items, shares, workspaceId, userId } = await workspace()
    const outer = await items.folder('Outer')
    const inner = await items.folder('Inner', outer)
    const file = await items.file('plan.txt', 'text', inner)
    await items.file('private.txt')
    await items.share(file, { status: 'limited', emails: 'ada@example.com', password: 'open sesame' })
    const fileAt = app.clock.now().toISOString()
    app.clock.advance(1000)
    const { id: memberId } = await app.member(workspaceId, 'member')
    const member = await logIn(app, memberId)
    await itemsOf(app, member, workspaceId).share(outer)
    await app.call('files', { method: 'GET', url: `/sl/${outer}` })
    const openedAt = app.clock.now().toISOString()
    const shown = await shares()
    const object = await owner.data('GET', `${items.path}/files/files/${file}`)
    expect(shown).toEqual({
      data: [
        expect.objectContaining({
          id: outer,
          path: [],
          share_active: true,
          shared_by: { id: memberId, name: expect.any(String) as string },
          shared_at: openedAt,
          opened_at: openedAt,
        }),
        {
          ...(object as object),
          path: [
            { id: outer, name: 'Outer' },
            { id: inner, name: 'Inner' },
          ],
          shared_by: { id: userId, name: expect.any(String) as string },
          shared_at: fileAt,
          opened_at: null,
        },
      ],
      meta: { total: 2, offset: 0, limit: 100, next_offset: null },
    })
    expect(JSON.stringify(shown)).not.toContain('open sesame')
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId, userId: memberId }))
    expect((await shares()).data[0]).toMatchObject({ id: outer, shared_by: null })
    expect(await member.refusal('GET', `${items.path}/shares`)).toEqual([404, 'workspace_not_found'])
  })

  test('leaves out links that were turned off, deleted, or expired before the sweep', async () => {
    const { owner, items, names } = await workspace()
    const ids: string[] = []
    for (const name of ['off', 'deleted', 'expired', 'kept', 'below'])
      ids.push(await items.file(name, 'x', name === 'below' ? await items.folder('gone') : undefined))
    const expiresAt = new Date(app.clock.now().getTime() + 1000).toISOString()
    for (const id of ids) await items.share(id, id === ids[2] ? { expires_at: expiresAt } : {})
    expect((await names()).toSorted()).toEqual(['below', 'deleted', 'expired', 'kept', 'off'])
    await owner.data('DELETE', `${items.path}/files/shares/${ids[0]}`)
    await owner.data('DELETE', `${items.path}/files/files/${ids[1]}`)
    const { parent_id: folder } = await owner.data<{ parent_id: string }>(
      'GET',
      `${items.path}/files/files/${ids[4]}`,
    )
    await owner.data('DELETE', `${items.path}/files/files/${folder}`)
    app.clock.advance(999)
    expect((await names()).toSorted()).toEqual(['expired', 'kept'])
    app.clock.advance(1)
    expect(await names()).toEqual(['kept'])
  })

  test('has pages of 1 to 500, lists links from before with their time last, and stops at 5,000', async () => {
    const { items, shares, names, workspaceId } = await workspace()
    for (const name of ['a', 'b', 'c']) {
      await items.share(await items.file(name))
      app.clock.advance(1000)
    }
    await app.context.database.run(sql`
      update files.file set shared_at = null, shared_by = null where workspace_id = ${workspaceId} and name = 'c'`)
    expect(await names()).toEqual(['b', 'a', 'c'])
    expect((await shares()).data[2]).toMatchObject({ shared_at: null, shared_by: null })
    expect(await shares('limit=2')).toMatchObject({
      data: [{ name: 'b' }, { name: 'a' }],
      meta: { total: 3, next_offset: 2 },
    })
    expect(await shares('limit=2&offset=2')).toMatchObject({
      data: [{ name: 'c' }],
      meta: { total: 3, next_offset: null },
    })
    const folder = await items.folder('many')
    await app.context.database.run(sql`
      insert into files.file
        (id, workspace_id, parent_id, type, name, folded_name, size, share_status, created_at, updated_at)
      select lpad(number::text, 8, '0'), workspace_id, id, 'folder', number, number, 0, 'public', created_at, updated_at
      from files.file, generate_series(1, 5010) number
      where id = ${folder}`)
    const last = await shares('limit=500&offset=4990')
    expect([last.data.length, last.meta]).toMatchObject([10, { total: 5000, next_offset: null }])
    expect(await shares(`offset=${Number.MAX_SAFE_INTEGER}`)).toMatchObject({
      data: [],
      meta: { total: 5000 },
    })
  })

  test('shows nothing of other workspaces', async () => {
    const [here, there] = [await workspace(), await workspace()]
    await here.items.share(await here.items.file('here'))
    await there.items.share(await there.items.file('there'))
    expect([await here.names(), await there.names()]).toEqual([['here'], ['there']])
    expect(await there.owner.refusal('GET', `${here.items.path}/shares`)).toEqual([
      404,
      'workspace_not_found',
    ])
  })

  test('with bad paging is invalid_paging', async () => {
    const { owner, items } = await workspace()
    for (const paging of ['limit=0', 'limit=501', 'limit=x', 'offset=-1'])
      expect(await owner.refusal('GET', `${items.path}/shares?${paging}`)).toEqual([400, 'invalid_paging'])
  })
})
