import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { sharing, type Sharing } from '../../../test/share-client.ts'
import { visitor } from '../../../test/visitor.ts'
import { inForce } from '../../identity/in-force.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { updateUser } from '../../identity/user/update-user.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let tenant: Sharing['tenant']
let files: Sharing['files']
let api: Sharing['api']
let shared: Sharing['shared']

beforeAll(async () => {
  ;({ app, tenant, files, api, shared } = await sharing())
  await inForce(app.context, (tx) =>
    updateUser(tx, tenant.userId, { firstName: 'Ada <i>', lastName: 'Lovelace' }),
  )
})
afterAll(() => app.close())

const setMessage = (url: string, message: string) =>
  app.context.database.run(sql`update files.file set share_message = ${message} where id = ${url.slice(4)}`)

const password = 'correct horse'
const message = 'Dear <b>Ann</b>,\nהנה התמונות "x"'

describe('the page of a share', () => {
  test('says who shared it and shows the message, escaped, in its lines and its direction', async () => {
    const url = await shared('x', 'noted.txt')
    await setMessage(url, message)
    const { text } = await visitor(app).get(url)
    expect(text).toContain('Shared by <b><bdi>Ada &lt;i&gt; Lovelace</bdi></b>')
    expect(text).toMatch(
      /<blockquote [^>]*dir="auto"[^>]*>Dear &lt;b&gt;Ann&lt;\/b&gt;,\nהנה התמונות &quot;x&quot;<\/blockquote>/,
    )
  })

  test('says neither on the pages below', async () => {
    const folder = await files.folder('top')
    const { id } = await files.file('x', 'below.txt', folder.id)
    await api('POST', '/shares', { file_id: folder.id })
    await setMessage(`/sl/${folder.id}`, message)
    expect((await visitor(app).get(`/sl/${folder.id}`)).text).toMatch(/Ada[^]*<blockquote/)
    expect((await visitor(app).get(`/sl/${folder.id}/e/${id}`)).text).not.toMatch(/Ada|<blockquote/)
  })

  test('says neither before the link is unlocked', async () => {
    const folder = await files.folder('locked folder')
    const { id } = await files.file('x', 'locked-secret.png', folder.id)
    await api('POST', '/shares', { file_id: folder.id, password })
    const url = `/sl/${folder.id}`
    await setMessage(url, message)
    const guest = visitor(app)
    for (const path of [url, `${url}?view=gallery`, `${url}/e/${id}`, `${url}/e/zzzzzzzz`]) {
      const { text } = await guest.get(path)
      expect(text).toContain('This link has a password')
      expect(text).not.toMatch(/Ada|Dear|locked|blockquote|<script/)
    }
    const bytes = ['thumbnail', 'preview', 'download'].map((below) => `${url}/e/${id}/${below}`)
    for (const path of [...bytes, `${url}/preview`, `${url}/download`])
      expect((await guest.get(path)).status).toBe(303)
    await guest.submit(url, { password })
    expect((await guest.get(url)).text).toMatch(/Ada[^]*Dear/)
  })

  test('does not name somebody who is disabled or left', async () => {
    const url = await shared('x', 'left.txt')
    const by = async (userId: number) => {
      await app.context.database.run(
        sql`update files.file set shared_by = ${userId} where id = ${url.slice(4)}`,
      )
      return (await visitor(app).get(url)).text
    }
    const member = await app.member(tenant.workspaceId, 'member')
    expect(await by(member.id)).toContain('Shared by')
    await inForce(app.context, (tx) => setUserDisabled(tx, member.id, true))
    for (const id of [member.id, (await app.tenant()).userId, 999_999_999])
      expect(await by(id)).not.toContain('Shared by')
  })

  test('allows the one script of a folder by its hash, and nothing else', async () => {
    const folder = await files.folder('scripted')
    await api('POST', '/shares', { file_id: folder.id })
    const { text, headers } = await visitor(app).get(`/sl/${folder.id}`)
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(String(headers['content-security-policy'])).toContain(`script-src 'sha256-${hash}'`)
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(text).not.toMatch(/ on\w+=| style=/)
  })
})

describe('a link whose settings changed', () => {
  test('says why it asks again, to those whom it had let in', async () => {
    const url = await shared('x', 'changed.txt', { password })
    const guest = visitor(app)
    const note = 'The settings of this link have changed'
    expect((await guest.get(url)).text).not.toContain(note)
    await guest.submit(url, { password })
    expect((await guest.get(`${url}/download`)).text).toBe('x')
    await api('PATCH', url.replace('/sl/', '/shares/'), { status: 'limited', emails: 'ann@example.com' })
    expect((await guest.get(url)).text).toMatch(
      /This link has a password[^]*The settings of this link have changed/,
    )
    await guest.submit(url, { password })
    const { text } = await guest.get(url)
    expect(text).toContain('This link is for certain people')
    expect(text).not.toContain(note)
  })
})
