import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, type Shown } from '../../../test/files-client.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { sql } from '../../platform/database/sql.ts'
import { wildcardEvents } from '../../webhooks/webhook/catalog.ts'
import { expireShares } from '../share/expire-shares.ts'
import { webhooksApp, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
let all: number
beforeAll(async () => {
  hooks = await webhooksApp()
  all = (await hooks.made({ events: ['*'] })).id
})
afterAll(() => hooks.app.close())

const deliveriesOf = (webhookId: number) =>
  hooks.app.context.database.rows<{ event: string; data: unknown }>(sql`
    select event, data from webhooks.delivery where webhook_id = ${webhookId} order by id`)

/** What the subscriber of * is told of while `work` runs, and how it answered. */
async function toldOf(work: () => Promise<unknown>): Promise<readonly { event: string; data: unknown }[]> {
  const before = (await deliveriesOf(all)).length
  await work()
  return (await deliveriesOf(all)).slice(before)
}

const item = () => hooks.files.file('x', 'item.txt')
const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const answer = await hooks.api(method, path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer
}
const shownBy = async (...args: Parameters<typeof call>): Promise<Shown> => dataOf(await call(...args))

describe('webhooks receive', () => {
  test('file.created by a simple upload, a chunked upload, a copy and a compression', async () => {
    expect(await toldOf(item)).toEqual([{ event: 'file.created', data: expect.anything() as unknown }])
    const { id } = await item()
    for (const path of [`/files/${id}/copy`, `/files/${id}/compress`]) {
      let data: unknown
      const told = await toldOf(async () => (data = await shownBy('POST', path, {})))
      expect(told).toEqual([{ event: 'file.created', data }])
    }
    let data: unknown
    const told = await toldOf(async () => {
      const upload = await shownBy('POST', '/uploads', { name: 'chunked.bin', size: 3 })
      await hooks.files.call('POST', `/uploads/${String(upload['upload_key'])}/chunk?index=0`, {
        headers: { 'content-type': 'application/octet-stream' },
        payload: Buffer.from('abc'),
      })
      data = await shownBy('POST', `/uploads/${String(upload['upload_key'])}/complete`)
    })
    expect(told).toEqual([{ event: 'file.created', data }])
  })

  test('folder.created by creating, copying and extracting', async () => {
    const folder = await hooks.files.folder('Kept')
    const { id: archive } = await shownBy('POST', `/files/${folder.id}/compress`)
    const calls = [
      ['/folders', { name: 'New' }],
      [`/files/${folder.id}/copy`, {}],
      [`/files/${archive}/unzip`, undefined],
    ] as const
    for (const [path, body] of calls) {
      let data: unknown
      const told = await toldOf(async () => (data = await shownBy('POST', path, body)))
      expect(told).toEqual([{ event: 'folder.created', data }])
    }
  })

  test('file.renamed and file.moved by PATCH, and file.moved by a move', async () => {
    const [{ id }, folder] = [await item(), await hooks.files.folder('Target')]
    let data: unknown
    const renamed = await toldOf(async () => (data = await shownBy('PATCH', `/files/${id}`, { name: 'b' })))
    expect(renamed).toEqual([{ event: 'file.renamed', data }])
    const both = { name: 'c', parent_id: folder.id }
    const told = await toldOf(() => call('PATCH', `/files/${id}`, both))
    expect(told.map(({ event }) => event).toSorted()).toEqual(['file.moved', 'file.renamed'])
    const back = await toldOf(
      async () => (data = await shownBy('POST', `/files/${id}/move`, { parent_id: null })),
    )
    expect(back).toEqual([{ event: 'file.moved', data }])
  })

  test('file.deleted, with the item as it was', async () => {
    const before = await item()
    expect(await toldOf(() => call('DELETE', `/files/${before.id}`))).toEqual([
      { event: 'file.deleted', data: before },
    ])
  })

  test('share.changed by creating, changing and taking back a share', async () => {
    const { id: file_id } = await item()
    const calls = [
      ['POST', '/shares', { file_id }],
      ['PATCH', `/shares/${file_id}`, { status: 'limited', emails: 'ann@example.com' }],
    ] as const
    for (const [method, path, body] of calls) {
      let data: unknown
      const told = await toldOf(async () => (data = await shownBy(method, path, body)))
      expect(told).toEqual([{ event: 'share.changed', data }])
    }
    expect(await toldOf(() => call('DELETE', `/shares/${file_id}`))).toMatchObject([
      { event: 'share.changed', data: { file_id, status: 'private' } },
    ])
  })

  test('member.role_changed and member.removed, whichever way the member was changed', async () => {
    const { workspaceId } = hooks.tenant
    const { id: userId } = await hooks.app.member(workspaceId, 'member')
    const path = `/workspaces/${workspaceId}/members/${userId}`
    expect(await toldOf(() => call('PATCH', path, { role: 'admin' }))).toEqual([
      { event: 'member.role_changed', data: { user_id: userId, new_role: 'admin' } },
    ])
    expect(await toldOf(() => call('DELETE', path))).toEqual([
      { event: 'member.removed', data: { user_id: userId } },
    ])
    const other = await hooks.app.member(workspaceId, 'member')
    const removed = () =>
      inForce(hooks.app.context, (tx) => removeMember(tx, { workspaceId, userId: other.id }))
    expect(await toldOf(removed)).toEqual([{ event: 'member.removed', data: { user_id: other.id } }])
  })

  test('nothing when a member joins: member.added is reserved', async () => {
    expect(await toldOf(() => hooks.app.member(hooks.tenant.workspaceId, 'member'))).toEqual([])
  })

  test('workspace.created, workspace.renamed and share.expired', async () => {
    let data: unknown
    const created = await toldOf(
      async () => (data = await shownBy('POST', '/workspaces', { name: 'Branch' })),
    )
    expect(created).toEqual([{ event: 'workspace.created', data }])
    const path = `/workspaces/${hooks.tenant.workspaceId}`
    const renamed = await toldOf(async () => (data = await shownBy('PATCH', path, { name: 'Head office' })))
    expect(renamed).toEqual([{ event: 'workspace.renamed', data }])
    const { id: file_id } = await item()
    const expires_at = new Date(hooks.app.clock.now().getTime() + 3_600_000).toISOString()
    await call('POST', '/shares', { file_id, expires_at })
    hooks.app.clock.advance(3_600_000)
    const expired = await toldOf(() => expireShares.run({}, hooks.app.context))
    expect(expired).toMatchObject([{ event: 'share.expired', data: { file_id, share_active: false } }])
  })
})

describe('a webhook receives', () => {
  test('only the events it subscribed to by name, and workspace.* and share.expired only with *', async () => {
    const { id } = await hooks.made({ events: ['file.renamed', 'share.changed'] })
    const { id: file_id } = await item()
    await call('PATCH', `/files/${file_id}`, { name: 'other.txt' })
    await call('PATCH', `/workspaces/${hooks.tenant.workspaceId}`, { name: 'Again' })
    await call('POST', '/shares', { file_id })
    const names = (await deliveriesOf(id)).map(({ event }) => event)
    expect(names).toEqual(['file.renamed', 'share.changed'])
    for (const name of wildcardEvents) expect(names).not.toContain(name)
  })

  test('nothing while it is inactive, and nothing of another workspace', async () => {
    const inactive = await hooks.made({ events: ['*'], active: false })
    const other = await hooks.ofOther()
    const foreign = await hooks.made({ events: ['*'] }, other.api)
    await item()
    expect([await deliveriesOf(inactive.id), await deliveriesOf(foreign.id)]).toEqual([[], []])
    await call('PATCH', `/webhooks/${inactive.id}`, { active: true })
    await item()
    expect(await deliveriesOf(inactive.id)).toHaveLength(1)
  })

  test('nothing of a change that was refused or rolled back', async () => {
    const told = await toldOf(async () => {
      await hooks.api('PATCH', `/files/${(await item()).id}`, { name: '' })
      const { database } = hooks.app.context
      const broken = database.transaction(async (tx) => {
        await tx.run(sql`
          insert into platform.event (workspace_id, name, data, wildcard_only, created_at)
          values (${hooks.tenant.workspaceId}, 'file.renamed', '{}', false, now())`)
        throw new Error('rolled back')
      })
      await expect(broken).rejects.toThrow('rolled back')
    })
    expect(told.map(({ event }) => event)).toEqual(['file.created'])
  })
})
