import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { childrenOf, foldersFrom } from '../item/tree-store.ts'

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
