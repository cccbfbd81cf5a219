import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { lockUsage } from '../usage/store.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { sampleZip } from '../../platform/zip/read/samples.testing.ts'
import { folderDepthMax } from '../limits.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>
let chains = 0

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

/** A chain of nested folders from the root on: the ids of the first and the last. */
async function chain(levels: number): Promise<{ readonly top: string; readonly bottom: string }> {
  const name = String(chains++).padStart(2, '0')
  const idOf = (level: number) => `D${name}${String(level).padStart(5, '0')}`
  await app.context.database.run(sql`
    insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
    select
      'D' || ${name} || lpad(level::text, 5, '0'), ${tenant.workspaceId},
      case when level > 1 then 'D' || ${name} || lpad((level - 1)::text, 5, '0') end,
      'folder', 'level', 'level', 0, now(), now()
    from generate_series(1, ${levels}::int) level`)
  return { top: idOf(1), bottom: idOf(levels) }
}

const move = (id: string, parentId: string) => files.post(`/files/${id}/move`, { parent_id: parentId })
const copy = (id: string, parentId: string) => files.post(`/files/${id}/copy`, { parent_id: parentId })

describe('folders nest at most 100 deep', () => {
  test('when they are created: the 100th succeeds, the next is invalid_name, and files may be in the deepest', async () => {
    const { bottom } = await chain(folderDepthMax - 1)
    const deepest = await files.folder('the last', bottom)
    const answer = await files.post('/folders', { name: 'one more', parent_id: deepest.id })
    expect([refusalOf(answer), answer.text]).toEqual([
      [400, 'invalid_name'],
      expect.stringContaining('100 deep'),
    ])
    expect((await files.upload('x', 'x.txt', { parent_id: deepest.id })).status).toBe(201)
  })

  test('when they are moved: their contents count, else invalid_move', async () => {
    const [{ bottom }, three] = [await chain(folderDepthMax - 2), await chain(3)]
    expect(refusalOf(await move(three.top, bottom))).toEqual([400, 'invalid_move'])
    expect((await move(three.bottom, bottom)).status).toBe(200)
    expect((await move(three.top, bottom)).status).toBe(200)
  })

  test('when one is created in a folder that is moved in the same instant', async () => {
    const [{ bottom }, one] = [await chain(folderDepthMax - 1), await chain(1)]
    const { database } = app.context
    // Both have written all that they write before one of them counts it.
    const answers = await database.transaction(async (tx) => {
      await lockUsage(tx, tenant.workspaceId)
      const asked = [move(one.top, bottom), files.post('/folders', { name: 'x', parent_id: one.top })]
      await until(async () => {
        const { waiting } = await database.one<{ waiting: number }>(sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%files.usage%'`)
        return waiting === asked.length
      })
      return asked
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses).toContain(400)
  })

  test('when they are copied: their contents count, else invalid_copy', async () => {
    const [{ bottom }, three] = [await chain(folderDepthMax - 2), await chain(3)]
    expect(refusalOf(await copy(three.top, bottom))).toEqual([400, 'invalid_copy'])
    expect((await copy(three.bottom, bottom)).status).toBe(201)
  })

  test('when one is copied that another process moves, fills and moves back in the same instant', async () => {
    const [{ bottom }, { top: filling }] = [await chain(folderDepthMax - 1), await chain(3)]
    const { id } = await files.folder('the last', bottom)
    const { database } = app.context
    const put = (what: string, into: string | null) =>
      database.run(sql`update files.file set parent_id = ${into} where id = ${what}`)
    const meanwhile = async (copy: () => Promise<unknown>) => {
      await put(id, null)
      await put(filling, id)
      const copied = await copy()
      await put(filling, null)
      await put(id, bottom)
      return copied
    }
    const begin = database.transaction.bind(database)
    vi.spyOn(database, 'transaction').mockImplementationOnce((work) =>
      begin((tx) =>
        work({
          ...tx,
          first: (async (statement: Statement) => {
            const run = () => tx.first(statement)
            return statement.text.includes('copySubtree') ? meanwhile(run) : run()
          }) as typeof tx.first,
        }),
      ),
    )
    expect(refusalOf(await files.post(`/files/${id}/copy`, {}))).toEqual([400, 'invalid_copy'])
    expect(await files.names(`?parent_id=${bottom}`)).toEqual(['the last'])
  })

  test('when an archive is extracted: its own folder counts, else invalid_archive and nothing stays', async () => {
    const { bottom } = await chain(folderDepthMax - 3)
    const two = await files.file(sampleZip([{ name: 'a/b/file.txt', bytes: 'x' }]), 'two.zip', bottom)
    const three = await files.file(sampleZip([{ name: 'a/b/c/file.txt', bytes: 'x' }]), 'three.zip', bottom)
    expect(refusalOf(await files.call('POST', `/files/${three.id}/unzip`))).toEqual([400, 'invalid_archive'])
    expect((await files.call('POST', `/files/${two.id}/unzip`)).status).toBe(201)
    expect(await files.names(`?parent_id=${bottom}`)).toEqual(['two', 'three.zip', 'two.zip'])
  })

  test('in an archive of 100 levels, whose own folder is one more: invalid_archive', async () => {
    const entry = (levels: number) => ({ name: `${'d/'.repeat(levels)}x`, bytes: 'x' })
    const fits = await files.file(sampleZip([entry(folderDepthMax - 1)]), 'fits.zip')
    const deeper = await files.file(sampleZip([entry(folderDepthMax)]), 'deeper.zip')
    expect((await files.call('POST', `/files/${fits.id}/unzip`)).status).toBe(201)
    expect(refusalOf(await files.call('POST', `/files/${deeper.id}/unzip`))).toEqual([400, 'invalid_archive'])
  })
})

describe('a key of one folder', () => {
  test('sees its folder with parent_id null, and its contents with their real parent', async () => {
    const outer = await files.folder('outer')
    const inner = await files.folder('inner', outer.id)
    const child = await files.folder('child', inner.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: inner.id })).key)
    for (const path of [`/files/${inner.id}`, `/folders/${inner.id}`])
      expect(dataOf(await scoped.get(path))).toMatchObject({ id: inner.id, parent_id: null })
    expect(dataOf(await scoped.get(`/files/${child.id}`))).toMatchObject({ parent_id: inner.id })
  })
})
