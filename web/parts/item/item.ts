import type { Data } from '../../api/call.ts'

/** A file or folder. */
export type Item = Data<'files.listFiles'>[number]

/** Null is the root of the workspace. */
export type FolderId = string | null
