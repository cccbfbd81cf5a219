import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { expireShares } from '../../files/share/expire-shares.ts'
import { inForce } from '../../identity/in-force.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { logIn, type Browser } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
let owner: Browser
let files: ReturnType<typeof filesClient>
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

interface Note {
  readonly message: string
  readonly shared_by: { readonly id: number; readonly name: string } | null
  readonly shared_at: string | null
}

const noNote = { message: '', shared_by: null, shared_at: null }
const noteOf = (id: string, browser = owner) =>
  browser.data<Note>('GET', `/workspaces/${tenant.workspaceId}/shares/${id}/note`)
const change = (id: string, body: object, browser = owner) =>
  browser.data('PATCH', `/workspaces/${tenant.workspaceId}/files/shares/${id}`, body)
const setMessage = (id: string, message: string) =>
  owner.data('PATCH', `/workspaces/${tenant.workspaceId}/shares/${id}/note`, { message })

describe('getShareNote', () => {
  test('names the person who turned the link on, and when, also when a key did', async () => {
    const { id } = await files.file('x', 'by a key.txt')
    await files.patch(`/shares/${id}`, { status: 'public' })
    const at = app.clock.now().toISOString()
    const member = await app.member(tenant.workspaceId, 'member')
    const browser = await logIn(app, member.id)
    app.clock.advance(1000)
    await change(id, { status: 'public', password: 'correct horse' }, browser)
    expect(await noteOf(id, browser)).toEqual({
      message: '',
      shared_by: { id: tenant.userId, name: expect.stringMatching(/^Pat Person/) as string },
      shared_at: at,
    })
    await change(id, { status: 'private' }, browser)
    expect(await noteOf(id)).toEqual(noNote)
    await change(id, { status: 'public' }, browser)
    expect(await noteOf(id)).toMatchObject({
      shared_by: { id: member.id },
      shared_at: app.clock.now().toISOString(),
    })
  })

  test('is empty again when the item becomes private: by PATCH, by DELETE, and by expiry', async () => {
    const expires = () => new Date(app.clock.now().getTime() + 60_000).toISOString()
    const ends: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => change(id, { status: 'private' }),
      (id) => files.del(`/shares/${id}`),
      async () => app.clock.advance(60_000),
      async () => {
        app.clock.advance(60_000)
        await expireShares.run({}, app.context)
      },
    ]
    for (const end of ends) {
      const { id } = await files.file('x', 'note.txt')
      await change(id, { status: 'public', expires_at: expires() })
      await setMessage(id, 'For you')
      expect(await noteOf(id)).toMatchObject({ message: 'For you', shared_by: { id: tenant.userId } })
      await end(id)
      expect(await noteOf(id)).toEqual(noNote)
      await change(id, { status: 'public' })
      expect((await noteOf(id)).message).toBe('')
    }
  })

  test('keeps the message when the share changes, and does not copy it', async () => {
    const { id } = await files.file('x', 'kept.txt')
    await change(id, { status: 'public' })
    await setMessage(id, 'For you')
    await change(id, { status: 'limited', emails: 'ann@example.com' })
    expect((await noteOf(id)).message).toBe('For you')
    const copied = await files.post(`/files/${id}/copy`, {})
    expect(await noteOf((copied.body as { data: { id: string } }).data.id)).toEqual(noNote)
  })

  test('does not name people who left or are disabled', async () => {
    const { id: memberId } = await app.member(tenant.workspaceId, 'member')
    const { id } = await files.file('x', 'left.txt')
    await change(id, { status: 'public' }, await logIn(app, memberId))
    expect((await noteOf(id)).shared_by?.id).toBe(memberId)
    await inForce(app.context, (tx) => setUserDisabled(tx, memberId, true))
    expect((await noteOf(id)).shared_by).toBeNull()
  })

  test('is not_found for an unknown id and one of another workspace', async () => {
    const other = await app.tenant()
    const theirs = await filesClient(app, (await other.key('files')).key).file('x', 'theirs.txt')
    for (const id of ['zzzzzzzz', theirs.id, 'x'])
      expect(await owner.refusal('GET', `/workspaces/${tenant.workspaceId}/shares/${id}/note`)).toEqual([
        404,
        'not_found',
      ])
  })
})
