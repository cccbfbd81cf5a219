import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import { crc32 } from 'node:zlib'
import type { Context } from '../../api/context.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { blobBlocks } from './blob-bytes.ts'
import type { ArchiveEntry } from './entries.ts'
import { saveCrc32 } from './store.ts'

export type CheckedEntry = ArchiveEntry & { readonly crc32: number }

const isChecked = (entry: ArchiveEntry): entry is CheckedEntry => entry.crc32 !== null

const readBytes = 512 * 1024
const blobsAtOnce = 2

/** Adds missing CRC-32s, and saves them for the next archive. Most blobs got theirs when they were stored. */
export async function withChecksums(
  { blobs, database, limiters }: Pick<Context, 'blobs' | 'database' | 'limiters'>,
  { workspaceId, flowKeys }: { readonly workspaceId: number; readonly flowKeys: FlowKeys },
  entries: readonly ArchiveEntry[],
  signal: AbortSignal,
): Promise<readonly CheckedEntry[]> {
  if (entries.every(isChecked)) return entries

  async function read({ blobKey, sizeBytes }: ArchiveEntry): Promise<readonly [string, number]> {
    const key = blobKey as string
    let crc = 0
    for await (const block of blobBlocks(blobs, key, sizeBytes, readBytes)) {
      signal.throwIfAborted()
      crc = crc32(block, crc)
    }
    await saveCrc32(database, workspaceId, key, crc)
    return [key, crc]
  }

  const unknown = new Map(
    entries.flatMap((entry) => (entry.crc32 === null ? [[entry.blobKey, entry] as const] : [])),
  )
  const known = new Map<string | null, number>()
  const tasks = [...unknown.values()].map(
    (entry) => () => limiters.checksums.run(flowKeys, () => read(entry), { signal }),
  )
  for await (const [key, crc] of inOrder(tasks, blobsAtOnce)) known.set(key, crc)
  return entries.map((entry) => ({ ...entry, crc32: entry.crc32 ?? (known.get(entry.blobKey) as number) }))
}
