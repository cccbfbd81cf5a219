import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { logIn, refusalOf, type Browser } from '../console.testing.ts'
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

const preview = (id: string, headers: Record<string, string> = {}, browser = owner) =>
  browser.call('GET', `${items.path}/items/${id}/preview`, undefined, headers)
const sandboxed = "default-src 'none'; sandbox"

describe('getItemPreview', () => {
  test('shows each type inline, under a type without scripts, and never sniffed', async () => {
    const types = {
      'a.PNG': 'image/png',
      'a.mp4': 'video/mp4',
      'a.mp3': 'audio/mpeg',
      'a.md': 'text/plain; charset=utf-8',
      'a.html': 'text/plain; charset=utf-8',
      'a.svg': 'text/plain; charset=utf-8',
      'a.ts': 'text/plain; charset=utf-8',
      'a.pdf': 'application/pdf',
    }
    for (const [name, type] of Object.entries(types)) {
      const { status, headers, text } = await preview(await items.file(name, '<script>1</script>'))
      expect([status, text], name).toEqual([200, '<script>1</script>'])
      expect(headers, name).toMatchObject({
        'content-type': type,
        'content-security-policy': name === 'a.pdf' ? "frame-ancestors 'self'" : sandboxed,
        'content-disposition': `inline; filename=${name}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[\w-]{32}"$/) as string,
      })
      if (name === 'a.pdf') expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    }
  })

  test('sends ranges, as a player asks for them, and answers HEAD', async () => {
    const bytes = randomBytes(300_000)
    const id = await items.file('übung.mp4', bytes)
    const first = await preview(id, { range: 'bytes=0-' })
    expect([first.status, first.headers['content-range']]).toEqual([206, 'bytes 0-299999/300000'])
    const etag = String(first.headers['etag'])
    const sought = await preview(id, { range: 'bytes=250000-250099', 'if-range': etag })
    expect([sought.status, sought.bytes.equals(bytes.subarray(250_000, 250_100))]).toEqual([206, true])
    expect(sought.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-security-policy': sandboxed,
    })
    const head = await owner.call('HEAD', `${items.path}/items/${id}/preview`)
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers).toMatchObject({
      'content-length': '300000',
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="?bung.mp4"; filename*=UTF-8''%C3%BCbung.mp4`,
    })
    const same = await preview(id, { 'if-none-match': etag })
    expect([same.status, same.bytes.length]).toEqual([304, 0])
    expect(refusalOf(await preview(id, { range: 'bytes=300000-' }))).toEqual([416, 'range_not_satisfiable'])
    expect(refusalOf(await preview(id, { 'if-match': '"old"' }))).toEqual([412, 'precondition_failed'])
  })

  test('takes the type from the name that the file has now', async () => {
    const id = await items.file('a.bin', '<b>bold</b>')
    expect(refusalOf(await preview(id))).toEqual([404, 'no_preview'])
    await owner.data('PATCH', `${items.path}/files/files/${id}`, { name: 'a.htm' })
    expect((await preview(id)).headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('of a folder, and of types that browsers do not show, is no_preview', async () => {
    const ids = [await items.folder('folder.png')]
    for (const name of ['a.zip', 'a.docx', 'a.swf', 'noextension']) ids.push(await items.file(name))
    for (const id of ids) expect(refusalOf(await preview(id))).toEqual([404, 'no_preview'])
  })

  test('of an unknown, deleted, or foreign file is not_found', async () => {
    const other = await app.tenant()
    const stranger = await logIn(app, other.userId)
    const theirs = await itemsOf(app, stranger, other.workspaceId).file('a.png')
    const personal = await itemsOf(app, owner, tenant.personalId).file('a.png')
    const deleted = await items.file('a.png')
    expect((await preview(deleted)).status).toBe(200)
    await owner.data('DELETE', `${items.path}/files/files/${deleted}`)
    for (const id of ['zzzzzzzz', 'abc', '%00', theirs, personal, deleted])
      expect(refusalOf(await preview(id)), id).toEqual([404, 'not_found'])
    expect(refusalOf(await preview(deleted, {}, stranger))).toEqual([404, 'workspace_not_found'])
  })

  test('is for members, as long as they are, and redirects nobody', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const member = await logIn(app, id)
    const file = await items.file('a.png')
    const { status, headers } = await preview(file, {}, member)
    expect(status).toBe(200)
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId: id }))
    const again = await preview(file, { 'if-none-match': String(headers['etag']) }, member)
    expect(refusalOf(again)).toEqual([404, 'workspace_not_found'])
    expect(refusalOf(await preview(file, { cookie: '' }))).toEqual([401, 'not_logged_in'])
  })

  test('is recorded only when it is refused, as a thumbnail is', async () => {
    const { userId, workspaceId } = await app.tenant()
    const browser = await logIn(app, userId)
    const id = await itemsOf(app, browser, workspaceId).file('a.png')
    const folder = await itemsOf(app, browser, workspaceId).folder('Folder')
    // Over a connection, because requests in memory never look complete.
    const address = await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    const get = async (path: string): Promise<number> => {
      const answer = await fetch(`${address}/console/v1/workspaces/${workspaceId}/${path}`, {
        headers: { cookie: browser.cookie },
      })
      await answer.arrayBuffer()
      return answer.status
    }
    expect([
      await get(`items/${id}/preview`),
      await get(`files/files/${id}/thumbnail`),
      await get(`items/${folder}/preview`),
    ]).toEqual([200, 404, 404])
    const recorded = async () => {
      const path = `/workspaces/${workspaceId}/requests`
      const requests = await browser.data<{ readonly operation: string }[]>('GET', path)
      return requests.filter(({ operation }) => /Preview|Thumbnail/.test(operation))
    }
    await until(async () => (await recorded()).length > 1)
    expect(await recorded()).toMatchObject([
      { operation: 'getItemPreview', code: 'no_preview' },
      { operation: 'files.getFileThumbnail', code: 'not_found' },
    ])
  })
})
