import { BlobStoreFull, BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import type { ProblemInput } from '../../api/problem.ts'

/** Undefined unless the blob store is full or away. `what` is a phrase like "this file". */
export function storeFault(error: unknown, what: string): ProblemInput | undefined {
  if (error instanceof BlobStoreFull)
    return { message: `The server has no room for ${what}. Ask its operator to add storage.`, cause: error }
  if (error instanceof BlobStoreUnavailable)
    return { message: 'The blob store does not respond. Try again later.', cause: error }
  return undefined
}
