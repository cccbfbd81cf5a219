import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, type Shown } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, type FilesApp } from '../../../test/files-app.ts'
import { sql } from '../../platform/database/sql.ts'
import { expireShares } from './expire-shares.ts'

let app: TestApp
let tenant: FilesApp['tenant']
let files: FilesApp['files']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, tenant, files, api } = await filesApp())
})
afterAll(() => app.close())

/** A file with a link that expires in an hour. */
async function expiring(name: string): Promise<Shown> {
  const file = await files.file('x', name)
  const expires_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  await api('POST', '/shares', { file_id: file.id, password: 'correct horse', expires_at })
  return file
}

const eventsOf = (id: string) =>
  app.context.database.rows<{ name: string }>(sql`
    select name, wildcard_only, workspace_id, data ->> 'status' as status
    from platform.event where data ->> 'file_id' = ${id} order by id offset 1`)
const sweep = () => expireShares.run({}, app.context)

const expired = { name: 'share.expired', wildcard_only: true, status: 'private' }

describe('an expired share', () => {
  test('reads as private at once; the sweep makes it private and notifies subscribers of *', async () => {
    const file = await expiring('sweep.txt')
    await sweep()
    expect(dataOf(await api('GET', `/shares/${file.id}`))['status']).toBe('public')
    app.clock.advance(3_600_000)
    const privateShare = {
      file_id: file.id,
      status: 'private',
      url: `http://files.test/sl/${file.id}`,
      share_active: false,
      shared_with: null,
      share_password_protected: false,
      share_expires_at: null,
    }
    expect(dataOf(await api('GET', `/shares/${file.id}`))).toEqual(privateShare)
    expect(await eventsOf(file.id)).toEqual([])
    await sweep()
    await sweep()
    expect(await eventsOf(file.id)).toEqual([{ ...expired, workspace_id: tenant.workspaceId }])
    expect(dataOf(await api('GET', `/shares/${file.id}`))).toEqual(privateShare)
    const row = await app.context.database.one(sql`
      select share_status, share_password_hash, share_version from files.file where id = ${file.id}`)
    expect(row).toEqual({ share_status: 'private', share_password_hash: null, share_version: 2 })
  })

  test('that is shared again before the sweep starts fresh, after its expiry is reported', async () => {
    const file = await expiring('again.txt')
    app.clock.advance(3_600_000)
    expect(dataOf(await api('PATCH', `/shares/${file.id}`, { status: 'public' }))).toMatchObject({
      status: 'public',
      share_password_protected: false,
      share_expires_at: null,
    })
    await sweep()
    expect((await eventsOf(file.id)).map(({ name }) => name)).toEqual(['share.expired', 'share.changed'])
  })

  test('that is revoked before the sweep has already ended', async () => {
    const file = await expiring('taken.txt')
    app.clock.advance(3_600_000)
    expect((await api('DELETE', `/shares/${file.id}`)).status).toBe(204)
    await sweep()
    expect((await eventsOf(file.id)).map(({ name }) => name)).toEqual(['share.expired'])
  })

  test('is swept with all others, in batches', async () => {
    const { id } = await files.folder('many')
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, share_status, share_expires_at, created_at, updated_at)
      select 'many' || lpad(n::text, 4, '0'), ${tenant.workspaceId}, ${id}, 'folder', 'x', 'x', 0, 'public',
        ${app.clock.now()}::timestamptz, ${app.clock.now()}, ${app.clock.now()}
      from generate_series(1, 450) n`)
    await sweep()
    const { left } = await app.context.database.one<{ left: number }>(
      sql`select count(*) as left from files.file where share_expires_at is not null`,
    )
    expect(left).toBe(0)
  })
})
