import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readTree } from '../archive/tree.ts'
import { pathTo, sumSubtree } from '../folder/store.ts'
import { findTreeFiles } from '../unzip/store.ts'
import { copySubtree, deleteSubtree, holdSubtree, isWithin, measureSubtree } from './subtree-store.ts'
import { pathsTo } from './tree-store.ts'

let app: TestApp
let workspaceId: number
beforeAll(async () => {
  app = await testApp()
  ;({ workspaceId } = await app.tenant())
})
afterAll(() => app.close())

const depth = 100
const itemsInTree = 2 * depth
const itemsElsewhere = 20_000
const id = (letter: string, n: number) => `${letter}${n.toString().padStart(7, '0')}`
const top = id('D', 1)
const bottom = id('D', depth)

/** A chain of folders, each with one file, beside two folders with everything else. */
async function fill(): Promise<void> {
  const { database } = app.context
  const at = sql`'2026-01-01'::timestamptz, '2026-01-01'::timestamptz`
  await database.run(sql`
    insert into files.blob (key, workspace_id, state, size, sha256, crc32, created_at, touched_at)
    values ('blob-of-all-the-files', ${workspaceId}, 'live', 5, ${'0'.repeat(64)}, 7, ${at})`)
  await database.run(sql`
    insert into files.file
      (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
    select 'D' || lpad(n::text, 7, '0'), ${workspaceId}::bigint,
      case when n > 1 then 'D' || lpad((n - 1)::text, 7, '0') end, 'folder', 'd' || n, 'd' || n, 0, null, ${at}
    from generate_series(1, ${depth}::int) n
    union all
    select 'F' || lpad(n::text, 7, '0'), ${workspaceId}::bigint, 'D' || lpad(n::text, 7, '0'), 'file', 'f', 'f', 5,
      'blob-of-all-the-files', ${at}
    from generate_series(1, ${depth}::int) n
    union all
    select 'B' || lpad(n::text, 7, '0'), ${workspaceId}::bigint, null, 'folder', 'b' || n, 'b' || n, 0, null, ${at}
    from generate_series(0, 1) n
    union all
    select 'E' || lpad(n::text, 7, '0'), ${workspaceId}::bigint, 'B' || lpad((n % 2)::text, 7, '0'), 'folder', 'e' || n,
      'e' || n, 0, null, ${at}
    from generate_series(1, ${itemsElsewhere}::int) n`)
  // What ANALYZE usually estimates for this workspace.
  await database.run(sql`alter table files.file alter column parent_id set (n_distinct = 2)`)
  await database.run(sql`analyze files.file, files.blob`)
}

/** The result of the walk, and how many rows and index entries were read for it. */
const watched = <Result>(walk: (tx: Transaction) => Promise<Result>) =>
  app.context.database.transaction(async (tx) => {
    const read = async () =>
      (
        await tx.one<{ read: number }>(sql`
          select sum(pg_stat_get_xact_tuples_returned(relation))::bigint as read
          from (
            select 'files.file'::regclass::oid
            union all
            select indexrelid from pg_index where indrelid = 'files.file'::regclass
          ) relations (relation)`)
      ).read
    const before = await read()
    const result = await walk(tx)
    return { result, read: (await read()) - before }
  })

const { signal } = new AbortController()

const walks: readonly (readonly [
  name: string,
  walk: (tx: Transaction) => Promise<unknown>,
  result: unknown,
])[] = [
  [
    'sumSubtree',
    (tx) => sumSubtree(tx, workspaceId, top),
    { bytes: 5 * depth, files: depth, folders: depth - 1 },
  ],
  [
    'measureSubtree',
    (tx) => measureSubtree(tx, workspaceId, top, 10_000),
    { bytes: 5 * depth, items: itemsInTree - 1 },
  ],
  [
    'findTree',
    async (tx) => (await readTree(tx, { workspaceId, folderId: top }, top, signal)).items.length,
    itemsInTree,
  ],
  ['findTreeFiles', async (tx) => (await findTreeFiles(tx, workspaceId, top, 10_000)).length, depth],
  ['pathTo', async (tx) => (await pathTo(tx, { workspaceId, folderId: null }, bottom)).length, depth],
  [
    'pathsTo',
    async (tx) =>
      (await pathsTo(tx, { workspaceId, folderId: top }, [bottom, id('F', depth)])).get(id('F', depth))
        ?.length,
    depth + 1,
  ],
  ['isWithin', (tx) => isWithin(tx, workspaceId, id('F', depth), top), true],
  ['holdSubtree', (tx) => holdSubtree(tx, workspaceId, top), undefined],
  [
    'copySubtree',
    async (tx) => {
      const ids = Array.from({ length: itemsInTree }, (_, n) => id('C', n))
      const createdAt = app.clock.now()
      const copied = await copySubtree(tx, workspaceId, {
        id: top,
        parentId: null,
        name: 'x',
        ids,
        createdAt,
      })
      return copied && copied.files + copied.folders
    },
    itemsInTree,
  ],
  [
    'deleteSubtree',
    async (tx) => {
      const gone = await deleteSubtree(tx, workspaceId, top)
      return gone && gone.files + gone.folders
    },
    itemsInTree,
  ],
]

describe('a walk through folders', () => {
  beforeAll(fill)

  test.each(walks)('%s reads little more than the tree, with any statistics', async (_, walk, result) => {
    const seen = await watched(walk)
    expect(seen.result).toEqual(result)
    // Each item is read a few times at most: by the walk, by the change, by the check of its parent.
    expect(seen.read).toBeLessThan(20 * itemsInTree)
  })
})
