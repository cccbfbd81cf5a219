import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '../../identity/in-force.ts'
import { revokeKey } from '../../identity/key/revoke-key.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { logIn, type Browser } from '../console.testing.ts'
import type { ConsoleKey } from './model.ts'

let app: TestApp
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
})
afterAll(() => app.close())

const keysOf = async (browser: Browser, workspaceId: number, query = '') =>
  browser.data<ConsoleKey[]>('GET', `/workspaces/${workspaceId}/keys?${query}`)
const idsOf = async (...given: Parameters<typeof keysOf>) => (await keysOf(...given)).map(({ id }) => id)

describe('listKeys', () => {
  test('shows members their own keys, and admins all, newest first', async () => {
    const { workspaceId, key } = tenant
    const [admin, member] = [await app.member(workspaceId, 'admin'), await app.member(workspaceId, 'member')]
    const made = [
      await key('files'),
      await key('files', { userId: admin.id }),
      await key('sms', { userId: member.id }),
      await key('files', { userId: member.id }),
    ].map(({ id }) => id)
    const newestFirst = made.toReversed()
    expect(await idsOf(owner, workspaceId)).toEqual(newestFirst)
    expect(await idsOf(await logIn(app, admin.id), workspaceId)).toEqual(newestFirst)
    expect(await idsOf(await logIn(app, member.id), workspaceId)).toEqual(newestFirst.slice(0, 2))
    expect(await idsOf(owner, tenant.personalId)).toEqual([])
    expect(await idsOf(owner, workspaceId, 'service=sms')).toEqual([made[2]])
  })

  test('filters by state, as each key shows it', async () => {
    const { workspaceId, userId, key } = await app.tenant()
    const [disabled, left] = [
      await app.member(workspaceId, 'member'),
      await app.member(workspaceId, 'member'),
    ]
    const expiresAt = new Date(app.clock.now().getTime() + 1000)
    const expected: Record<string, number[]> = {
      active: [(await key('files')).id],
      revoked: [(await key('files')).id, (await key('files', { expiresAt })).id],
      expired: [
        (await key('files', { expiresAt })).id,
        (await key('sms', { userId: disabled.id, expiresAt })).id,
      ],
      disabled: [(await key('files', { userId: disabled.id })).id],
      orphaned: [(await key('files', { userId: left.id })).id],
    }
    await inForce(app.context, async (tx) => {
      for (const id of expected['revoked'] ?? []) await revokeKey(tx, id)
      await setUserDisabled(tx, disabled.id, true)
      await removeMember(tx, { workspaceId, userId: left.id })
    })
    app.clock.advance(1000)
    const browser = await logIn(app, userId)
    for (const [state, ids] of Object.entries(expected)) {
      const found = await keysOf(browser, workspaceId, `state=${state}`)
      expect(found.map(({ id }) => id)).toEqual(ids.toReversed())
      expect(new Set(found.map((each) => each.state))).toEqual(new Set([state]))
    }
    expect((await keysOf(browser, workspaceId, 'state=orphaned'))[0]?.creator.role).toBeNull()
  })

  test('has pages of 1 to 100, and says where the next one begins', async () => {
    const { workspaceId, userId, key } = await app.tenant()
    const ids: number[] = []
    for (let made = 0; made < 5; made++) ids.unshift((await key('files')).id)
    const browser = await logIn(app, userId)
    const path = `/workspaces/${workspaceId}/keys`
    const first = await browser.call('GET', `${path}?limit=2`)
    expect(first.body).toMatchObject({
      data: [{ id: ids[0] }, { id: ids[1] }],
      meta: { next_before: ids[1] },
    })
    expect(await idsOf(browser, workspaceId, `limit=2&before=${ids[1]}`)).toEqual(ids.slice(2, 4))
    const last = await browser.call('GET', `${path}?before=${ids[1]}&limit=3`)
    expect(last.body).toMatchObject({ meta: { next_before: null } })
    for (const query of ['limit=0', 'limit=101', 'before=x', 'state=lost', 'service=phones'])
      expect(await browser.refusal('GET', `${path}?${query}`)).toEqual([400, 'invalid_request'])
  })

  test('shows the name of the folder, and null when it was deleted', async () => {
    const { workspaceId, userId, key } = await app.tenant()
    const browser = await logIn(app, userId)
    const files = `/workspaces/${workspaceId}/files`
    const folder = await browser.data<{ id: string }>('POST', `${files}/folders`, { name: 'Letters' })
    await key('files', { folderId: folder.id })
    expect((await keysOf(browser, workspaceId))[0]?.folder).toEqual({ id: folder.id, name: 'Letters' })
    await browser.data('DELETE', `${files}/files/${folder.id}`)
    expect((await keysOf(browser, workspaceId))[0]?.folder).toEqual({ id: folder.id, name: null })
  })
})
