import type { Context } from '../../api/context.ts'
import { type File, toFile } from '../item/model.ts'
import type { TreeItem } from './tree.ts'

/** An item as it was when the export began. */
export type ListedItem = File & Pick<TreeItem, 'sha256' | 'blob_key' | 'namesake'>

export const toListedItem = (row: TreeItem, context: Pick<Context, 'clock' | 'origins'>): ListedItem => ({
  ...toFile(row, context),
  sha256: row.sha256,
  blob_key: row.blob_key,
  namesake: row.namesake,
})

/**
 * `gone`: deleted during the export. `missing`: the blob store does not have the bytes. `damaged`: they differ from the
 * SHA-256 of the upload; the file is written as it is.
 */
export type ExportState = 'exported' | 'gone' | 'missing' | 'damaged'

/** A line of `files.jsonl`. */
export type ExportedItem = File & {
  /** Below the directory of the export; null unless there is a file. */
  readonly path: string | null
  readonly sha256: string | null
  readonly state: ExportState
}
