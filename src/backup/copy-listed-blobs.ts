import type { Client } from 'pg'
import { counted } from '../platform/counted.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { inOrder } from '../platform/zip/in-order.ts'
import { listedBlobs } from './blob-list.ts'
import type { PoolCopy } from './pool/pool-copy.ts'

const copiesAtOnce = 8
/** So many keys fit into the end of an archive. */
const lostMax = 100_000

export interface CopiedBlobs {
  readonly count: number
  readonly bytes: number
  /** Keys of blobs whose bytes the store has lost. They are not counted. */
  readonly lost: readonly string[]
}

/** Makes sure that the pool has what the list of `client` names. Throws OperatorError if the store has lost too many. */
export async function copyListedBlobs(
  client: Client,
  pool: PoolCopy,
  onCopied: (bytes: number) => void,
): Promise<CopiedBlobs> {
  const lost: string[] = []
  let [count, bytes] = [0, 0]
  async function* tasks() {
    for await (const blob of listedBlobs(client))
      yield async () => ({ ...blob, outcome: await pool.keep(blob) })
  }
  for await (const { key, size, outcome } of inOrder(tasks(), copiesAtOnce)) {
    if (outcome === 'damaged') lost.push(key)
    else {
      count++
      bytes += size
    }
    if (lost.length > lostMax)
      throw new OperatorError(
        `The store has lost the bytes of more than ${counted(lostMax, 'blob')}. Check BUREAU_BLOBS, or back up without blobs.`,
      )
    onCopied(bytes)
  }
  await pool.settle()
  return { count, bytes, lost }
}
