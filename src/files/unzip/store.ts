import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { fold } from '../item/rules.ts'
import { childrenOf, foldersFrom } from '../item/tree-store.ts'

export interface NewNode {
  readonly id: string
  readonly parentId: string
  readonly name: string
  readonly sizeBytes: number
  readonly blobKey: string | null
}

/** Parents and children in any order. A taken id breaks `file_pkey`. */
export const insertNodes = async (
  tx: Transaction,
  workspaceId: number,
  nodes: readonly NewNode[],
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    insert /* files.unzip.insertNodes */ into files.file
      (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
    select
      id, ${workspaceId}, parent_id, case when blob_key is null then 'folder' else 'file' end,
      name, folded_name, size, blob_key, ${now}, ${now}
    from unnest(
      ${nodes.map(({ id }) => id)}::text[], ${nodes.map(({ parentId }) => parentId)}::text[],
      ${nodes.map(({ name }) => name)}::text[], ${nodes.map(({ name }) => fold(name))}::text[],
      ${nodes.map(({ sizeBytes }) => sizeBytes)}::bigint[], ${nodes.map(({ blobKey }) => blobKey)}::text[]
    ) as node (id, parent_id, name, folded_name, size, blob_key)`)
}

export interface TreeFile {
  readonly name: string
  readonly size: number
  readonly blob_key: string
}

export const findTreeFiles = (
  database: Queryable,
  workspaceId: number,
  folderId: string,
  max: number,
): Promise<TreeFile[]> =>
  database.rows<TreeFile>(sql`
    with /* files.unzip.findTreeFiles */ recursive ${foldersFrom(workspaceId, folderId)}
    select file.name, file.size, file.blob_key
    from folders cross join lateral ${childrenOf(sql`folders.id`, workspaceId, sql`name, size, blob_key`, sql`type = 'file'`)} file
    limit ${max}`)
