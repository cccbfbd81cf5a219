import { BlobStoreFull, BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import type { ProblemInput } from '../../api/problem.ts'

/**
 * What to tell a caller whose request failed because the blob store is full or does not answer; undefined when it
 * failed for another reason. `what` is like "this file".
 */
export function storeFault(error: unknown, what: string): ProblemInput | undefined {
  if (error instanceof BlobStoreFull)
    return { message: `The server has no room for ${what}. Its operator has to act.`, cause: error }
  if (error instanceof BlobStoreUnavailable)
    return { message: 'The storage does not answer. Try again later.', cause: error }
  return undefined
}
