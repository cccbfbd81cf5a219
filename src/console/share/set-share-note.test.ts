import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { visitor } from '../../../test/visitor.ts'
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

const pathOf = (id: string) => `/workspaces/${tenant.workspaceId}/shares/${id}/note`
const messageOf = async (id: string) => (await owner.data<{ message: string }>('GET', pathOf(id))).message
const set = (id: string, message: unknown) => owner.call('PATCH', pathOf(id), { message })
const refused = (id: string, body: object) => owner.refusal('PATCH', pathOf(id), body)

async function shared(settings: object = { status: 'public' }): Promise<string> {
  const { id } = await files.file('x', 'note.txt')
  await files.patch(`/shares/${id}`, settings)
  return id
}

describe('setShareNote', () => {
  test('sets and clears the message, in lines and in any script', async () => {
    const id = await shared()
    expect((await set(id, '  Hello Ann,\r\n\r\nשלום 👋\t'.trimEnd())).status).toBe(204)
    expect(await messageOf(id)).toBe('Hello Ann,\n\nשלום 👋')
    expect((await set(id, '👋'.repeat(1000))).status).toBe(204)
    expect((await set(id, ' \n ')).status).toBe(204)
    expect(await messageOf(id)).toBe('')
  })

  test('lets visitors stay who unlocked the link', async () => {
    const id = await shared({ status: 'public', password: 'correct horse' })
    const guest = visitor(app)
    await guest.submit(`/sl/${id}`, { password: 'correct horse' })
    await set(id, 'New words')
    expect((await guest.get(`/sl/${id}/download`)).status).toBe(200)
  })

  test('refuses other text as invalid_message', async () => {
    const id = await shared()
    for (const message of ['x'.repeat(1001), 'a\u0000b', 'a\u0007b', 'a\rb', 'a\u202eb', '\ud800', 5, null])
      expect([message, ...(await refused(id, { message }))]).toEqual([message, 400, 'invalid_message'])
    expect(await refused(id, {})).toEqual([400, 'invalid_message'])
    expect(await messageOf(id)).toBe('')
  })

  test('is not_shared while the link is off or expired', async () => {
    const { id } = await files.file('x', 'private.txt')
    expect(await refused(id, { message: 'Hello' })).toEqual([409, 'not_shared'])
    const expires_at = new Date(app.clock.now().getTime() + 1000).toISOString()
    const expired = await shared({ status: 'public', expires_at })
    app.clock.advance(1000)
    expect(await refused(expired, { message: 'Hello' })).toEqual([409, 'not_shared'])
  })

  test('is not_found for an unknown id and one of another workspace', async () => {
    const theirs = await filesClient(app, (await (await app.tenant()).key('files')).key).file('x', 't.txt')
    for (const id of ['zzzzzzzz', theirs.id, 'x'])
      expect(await refused(id, { message: 'Hello' })).toEqual([404, 'not_found'])
  })
})
