import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { listActiveShares } from '../share/list-store.ts'
import { listPreserializedChildren, type ListingOrder } from './store.ts'

let app: TestApp
let workspaceId: number
let folderId: string

const files = 40_000

beforeAll(async () => {
  app = await testApp()
  const tenant = await app.tenant()
  workspaceId = tenant.workspaceId
  const client = filesClient(app, (await tenant.key('files')).key)
  folderId = (await client.folder('Many')).id
  const { id } = await client.file('x', 'first', folderId)
  const { id: otherFolderId } = await client.folder('Others')
  await app.context.database.run(sql`
    insert into files.file
      (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, share_status, created_at, updated_at)
    select lpad(number::text, 8, '0'), workspace_id, case when number % 4 = 0 then parent_id else ${otherFolderId} end, type, md5(number::text), md5(number::text), number % 7919,
      blob_key, case when number % 100 = 0 then 'public' else 'private' end, created_at,
      updated_at + number % 1009 * interval '1 minute'
    from files.file, generate_series(1, ${files}) number
    where id = ${id}`)
  await app.context.database.run(sql`analyze files.file`)
})
afterAll(() => app.close())

interface Step {
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly Plans?: readonly Step[]
}

const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** What PostgreSQL reads for the first statement that `read` sends. */
async function planOf(
  read: (
    database: Pick<TestApp['context']['database'], 'rows' | 'one' | 'first' | 'find' | 'run'>,
  ) => unknown,
): Promise<readonly Step[]> {
  const { database } = app.context
  const asked: Statement[] = []
  const rows = <Row>(statement: Statement) => {
    asked.push(statement)
    return Promise.resolve<Row[]>([])
  }
  await read({ ...database, rows, one: database.one.bind(database), find: database.find.bind(database) })
  const [{ text, values } = { text: '', values: [] }] = asked
  const [plan] = await database.rows<{ 'QUERY PLAN': readonly { readonly Plan: Step }[] }>({
    text: `explain (analyze, format json) ${text}`,
    values,
  })
  return stepsOf(plan?.['QUERY PLAN'][0]?.Plan ?? { 'Actual Rows': 0 })
}

describe('a page of a large folder', () => {
  test.each([
    ['name_asc', 'file_listing'],
    ['name_desc', 'file_listing'],
    ['modified_asc', 'file_by_time'],
    ['modified_desc', 'file_by_time'],
    ['size_asc', 'file_by_size'],
    ['size_desc', 'file_by_size'],
  ] as const)('by %s follows %s and reads little more than it shows', async (sort: ListingOrder, index) => {
    const listing = { sort, limit: 100, offset: 0 }
    const steps = await planOf((database) =>
      listPreserializedChildren(database, workspaceId, folderId, listing, app.clock.now()),
    )
    const names = steps.map((step) => step['Index Name'])
    expect(names).toContain(index)
    expect(Math.max(...steps.map((step) => step['Actual Rows']))).toBeLessThan(300)
  })
})

describe('a page of the links of a workspace', () => {
  test('reads the links only, newest first', async () => {
    const steps = await planOf((database) =>
      listActiveShares(database, workspaceId, app.clock.now(), { limit: 50, offset: 0 }),
    )
    expect(steps.map((step) => step['Index Name'])).toContain('file_shared')
    expect(Math.max(...steps.map((step) => step['Actual Rows']))).toBe(50)
  })
})
