import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf, type Shown } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, jsonCaller, type FilesApp } from '../../../test/files-app.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let tenant: FilesApp['tenant']
let files: FilesApp['files']
let api: FilesApp['api']
let file: Shown

beforeAll(async () => {
  ;({ app, tenant, files, api } = await filesApp())
  file = await files.file('shared', 'shared.txt')
})
afterAll(() => app.close())

const share = (body: object) => api('POST', '/shares', body)
const versionOf = async (id: string): Promise<number> =>
  (
    await app.context.database.one<{ share_version: number }>(
      sql`select share_version from files.file where id = ${id}`,
    )
  ).share_version

describe('createShare', () => {
  test('answers 201 with a public share, emits an event and shows in the file object', async () => {
    const answer = await share({ file_id: file.id })
    expect(answer.status).toBe(201)
    expect(dataOf(answer)).toEqual({
      file_id: file.id,
      status: 'public',
      url: `http://files.test/sl/${file.id}`,
      share_active: true,
      shared_with: null,
      share_password_protected: false,
      share_expires_at: null,
    })
    const event = await app.context.database.one(sql`
      select name, data, wildcard_only from platform.event
      where workspace_id = ${tenant.workspaceId} order by id desc limit 1`)
    expect(event).toEqual({ name: 'share.changed', data: dataOf(answer), wildcard_only: false })
    expect(dataOf(await files.get(`/files/${file.id}`))).toMatchObject({
      share_status: 'public',
      share_active: true,
    })
  })

  test('works for folders', async () => {
    const folder = await files.folder('shared folder')
    expect(dataOf(await share({ file_id: folder.id, status: 'public' }))['share_active']).toBe(true)
  })

  test('takes addresses, password and expiry, and never shows the password', async () => {
    const answer = await share({
      file_id: file.id,
      status: 'limited',
      emails: 'Ann@Example.com, bea@example.com',
      password: 'correct horse',
      expires_at: '2030-01-02 03:04:05',
    })
    expect(dataOf(answer)).toMatchObject({
      status: 'limited',
      shared_with: 'ann@example.com,bea@example.com',
      share_password_protected: true,
      share_expires_at: '2030-01-02T03:04:05.000Z',
    })
    expect(answer.text).not.toContain('correct horse')
    const { share_password_hash } = await app.context.database.one<{ share_password_hash: string }>(
      sql`select share_password_hash from files.file where id = ${file.id}`,
    )
    expect(share_password_hash).toMatch(/^\$argon2id\$/)
  })

  test('keeps omitted settings and clears empty ones', async () => {
    const fresh = await files.file('x', 'kept.txt')
    await share({ file_id: fresh.id, password: 'correct horse', expires_at: '2030-01-02T03:04:05Z' })
    const omitted = { emails: null, password: null, expires_at: null }
    for (const more of [{}, omitted])
      expect(dataOf(await share({ file_id: fresh.id, ...more }))).toMatchObject({
        share_password_protected: true,
        share_expires_at: '2030-01-02T03:04:05.000Z',
      })
    expect(dataOf(await share({ file_id: fresh.id, password: '', expires_at: '' }))).toMatchObject({
      share_password_protected: false,
      share_expires_at: null,
    })
  })

  test('raises the version with every change', async () => {
    const fresh = await files.file('x', 'versions.txt')
    expect(await versionOf(fresh.id)).toBe(0)
    await share({ file_id: fresh.id })
    await share({ file_id: fresh.id, password: 'correct horse' })
    expect(await versionOf(fresh.id)).toBe(2)
    await api('DELETE', `/shares/${fresh.id}`)
    expect(await versionOf(fresh.id)).toBe(3)
  })

  test('refuses a malformed file_id as invalid_file_id', async () => {
    for (const file_id of [
      undefined,
      '',
      'short',
      'ninechars',
      'with-das',
      5,
      null,
      {},
      [],
      true,
      'aaaaaaa\0',
    ])
      expect(refusalOf(await share({ file_id }))).toEqual([400, 'invalid_file_id'])
  })

  test('refuses an unknown id and one of another tenant alike as not_found', async () => {
    const stranger = filesClient(app, (await (await app.tenant()).key('files')).key)
    const theirs = await stranger.file('x', 'theirs.txt')
    const unknown = await share({ file_id: 'zzzzzzzz' })
    expect(refusalOf(unknown)).toEqual([404, 'not_found'])
    expect((await share({ file_id: theirs.id })).body).toEqual(unknown.body)
  })

  test('refuses an unknown status as invalid_status', async () => {
    for (const status of ['secret', '', 'PUBLIC', 5, null, [], {}])
      expect(refusalOf(await share({ file_id: file.id, status }))).toEqual([400, 'invalid_status'])
  })

  test('refuses bad settings as share_failed and changes nothing', async () => {
    const fresh = await files.file('x', 'refused.txt')
    for (const settings of [
      { password: 'short12' },
      { password: 5 },
      { expires_at: '2001-01-01 00:00:00' },
      { expires_at: 'tomorrow' },
      { expires_at: 1893456000 },
      { status: 'limited' },
      { status: 'limited', emails: '' },
      { status: 'limited', emails: 'nobody' },
      { emails: ['a@example.com'] },
      {
        status: 'limited',
        emails: Array.from({ length: 101 }, (_, at) => `p${at}@example.com`).join(','),
      },
    ])
      expect(refusalOf(await share({ file_id: fresh.id, ...settings }))).toEqual([400, 'share_failed'])
    expect(await versionOf(fresh.id)).toBe(0)
  })

  test('names the field of a share_failed', async () => {
    const fresh = await files.file('x', 'named.txt')
    const fieldOf = async (settings: object) =>
      ((await share({ file_id: fresh.id, ...settings })).body as { error: { details: object } }).error.details
    expect(await fieldOf({ password: 'short12' })).toMatchObject({ field: 'password' })
    expect(await fieldOf({ expires_at: '2001-01-01' })).toMatchObject({ field: 'expires_at' })
    expect(await fieldOf({ status: 'limited' })).toMatchObject({ field: 'emails' })
    expect(await fieldOf({ status: 'limited', emails: 'nobody' })).toMatchObject({ field: 'emails' })
  })

  test('sends no mail', async () => {
    const fresh = await files.file('x', 'quiet.txt')
    expect((await share({ file_id: fresh.id, status: 'limited', emails: 'quiet@example.com' })).status).toBe(
      201,
    )
    expect(await app.context.database.rows(sql`select from platform.mail`)).toEqual([])
  })

  test('takes 100 addresses, 101 are share_failed', async () => {
    const emails = Array.from({ length: 100 }, (_, at) => `p${at}@example.com`).join(',')
    const limited = (list: string) => share({ file_id: file.id, status: 'limited', emails: list })
    expect(dataOf(await limited(emails))['shared_with']).toBe(emails)
    expect(refusalOf(await limited(`${emails},one@example.com`))).toEqual([400, 'share_failed'])
  })

  test('by a folder-scoped key reaches its folder and nothing outside', async () => {
    const folder = await files.folder('scope')
    const inside = await files.file('x', 'inside.txt', folder.id)
    const scoped = jsonCaller(app, (await tenant.key('files', { folderId: folder.id })).key)
    expect((await scoped('POST', '/shares', { file_id: inside.id })).status).toBe(201)
    for (const [method, path, body] of [
      ['POST', '/shares', { file_id: file.id }],
      ['PATCH', `/shares/${file.id}`, { status: 'public' }],
      ['GET', `/shares/${file.id}`, undefined],
      ['DELETE', `/shares/${file.id}`, undefined],
    ] as const)
      expect(refusalOf(await scoped(method, path, body))).toEqual([404, 'not_found'])
  })
})
