import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf, type ShownList } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, jsonCaller, type FilesApp } from '../../../test/files-app.ts'
import { listEntries } from '../../identity/audit/store.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let tenant: FilesApp['tenant']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, tenant, api } = await filesApp())
})
afterAll(() => app.close())

const gibibyte = 1024 ** 3

describe('createWorkspace', () => {
  test('answers 201, makes the caller its owner and emits an event', async () => {
    const answer = await api('POST', '/workspaces', { name: 'Bea & Co', ein: '12-3456789' })
    const created = dataOf(answer)
    expect(answer.status).toBe(201)
    expect(created).toEqual({
      id: created.id,
      name: 'Bea & Co',
      type: 'org',
      owner_id: tenant.userId,
      storage: { used: 0, limit: 10 * gibibyte, unlimited: false },
      created_at: '2026-03-04 05:06:07',
    })
    const event = await app.context.database.one(sql`
      select name, data, wildcard_only from platform.event
      where workspace_id = ${tenant.workspaceId} order by id desc limit 1`)
    expect(event).toEqual({ name: 'workspace.created', data: created, wildcard_only: true })
    const { sealed, row } = await app.context.database.one<{ sealed: Buffer; row: string }>(
      sql`select ein_sealed as sealed, w::text as row from identity.workspace w where id = ${created.id}`,
    )
    expect(app.context.vault.open(sealed, `workspace.ein:${created.id}`)).toBe('123456789')
    expect(row).not.toContain('123456789')
    expect(dataOf(await api('GET', '/workspaces/current')).id).toBe(tenant.workspaceId)
    const list = (await api('GET', '/workspaces')).body as ShownList
    expect(list.data.at(-1)).toEqual({ ...created, role: 'owner' })
    const own = filesClient(app, (await tenant.key('files', { workspaceId: Number(created.id) })).key)
    expect((await own.file('x', 'x.txt'))['parent_id']).toBeNull()
  })

  test('refuses bad names as invalid_name', async () => {
    for (const name of [undefined, '', '  ', 'x'.repeat(101), 'a\nb', 'a\u202eb', '\u200d', 5, null, {}, []])
      expect(refusalOf(await api('POST', '/workspaces', { name }))).toEqual([400, 'invalid_name'])
  })

  test('takes names that are spelled with joiners', async () => {
    const name = 'شرکت\u200cها'
    expect(dataOf(await api('POST', '/workspaces', { name }))['name']).toBe(name)
  })

  test('takes a name of 100 characters', async () => {
    expect((await api('POST', '/workspaces', { name: '🏢'.repeat(100) })).status).toBe(201)
  })

  test('is in the audit log of the new organization', async () => {
    const { id } = dataOf(await api('POST', '/workspaces', { name: 'Audited' }))
    const entries = await listEntries(app.context.database, { workspaceId: Number(id) }, 10)
    expect(entries).toMatchObject([
      { action: 'workspace.create', actor: 'key', user_id: tenant.userId, target: `workspace:${id}` },
    ])
  })

  test('takes null and an empty string for no ein', async () => {
    for (const ein of [null, ''])
      expect((await api('POST', '/workspaces', { name: 'x', ein })).status).toBe(201)
  })

  test('refuses a bad ein as create_failed', async () => {
    for (const ein of [' ', '12345678', '1-23456789', '12-345678a', 123456789, {}])
      expect(refusalOf(await api('POST', '/workspaces', { name: 'x', ein }))).toEqual([400, 'create_failed'])
  })

  test('stops at 10 organizations with org_limit_reached, even when many are created at once', async () => {
    const other = await app.tenant()
    const call = jsonCaller(app, (await other.key('files')).key)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call('POST', '/workspaces', { name: `Org ${at}` })),
    )
    // The tenant owned one before.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const answer of refused) expect(refusalOf(answer)).toEqual([403, 'org_limit_reached'])
  })

  test('is out_of_scope for a folder-scoped key with any body', async () => {
    const folder = await filesClient(app, (await tenant.key('files')).key).folder('scope')
    const scoped = jsonCaller(app, (await tenant.key('files', { folderId: folder.id })).key)
    for (const body of [{ name: 'x' }, { name: '' }, {}])
      expect(refusalOf(await scoped('POST', '/workspaces', body))).toEqual([403, 'out_of_scope'])
  })
})
