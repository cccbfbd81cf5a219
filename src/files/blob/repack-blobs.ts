import { z } from 'zod'
import { combineCrc32 } from '../../platform/blobs/checksum/crc32.ts'
import { packedKey } from '../../platform/blobs/packed-blobs.ts'
import type { BlobStore } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import { defineJob } from '../../api/job.ts'
import { touchUsage } from '../usage/store.ts'
import { openPendingBlob } from './pending-blob.ts'
import {
  findPackedBlobs,
  findWastedPacks,
  insertPackedBlobs,
  replaceBlobs,
  type PackedBlob,
  type WastedPack,
} from './pack-store.ts'
import { publishBlobs } from './store.ts'

const packsMax = 500

export const repackBlobs = defineJob({
  name: 'repack-blobs',
  input: z.object({}),
  every: '11 4 * * *',
  attemptsMax: 3,
  async run(_payload, context) {
    const { database, log } = context
    let repacked = 0
    for (const pack of await findWastedPacks(database, packsMax)) {
      try {
        if (await repack(context, pack)) repacked += 1
      } catch (err) {
        // Usually one of its files was just copied; the next run retries.
        log.warn({ err, key: pack.key }, 'a pack could not be rewritten')
      }
    }
    if (repacked > 0) log.info({ repacked }, 'repacked blobs')
  },
})

async function repack(context: Context, pack: WastedPack): Promise<boolean> {
  const { blobs, clock, database } = context
  const { workspace_id: workspaceId } = pack
  const packed = await findPackedBlobs(database, pack)
  const sizeBytes = packed.reduce((sum, { size }) => sum + size, 0)
  const pending = openPendingBlob(context, workspaceId, new AbortController().signal)
  let published = false
  try {
    const seal = await pending.store(bytesOf(blobs, packed), sizeBytes)
    const whole = combineCrc32(packed.map(({ size, crc32 }) => ({ sizeBytes: size, crc32 })))
    if (whole !== seal.crc32) throw new Error(`The bytes of the pack ${pack.key} are damaged.`)
    const moved = movedBlobs(pending.key, packed)
    published = await database.transaction(async (tx) => {
      if (!(await publishBlobs(tx, workspaceId, [{ key: pending.key, seal }]))) return false
      await insertPackedBlobs(tx, workspaceId, pending.key, moved, clock.now())
      const replacements = moved.map(({ key: to }, index) => ({ from: packed[index]?.key ?? '', to }))
      await replaceBlobs(tx, workspaceId, replacements)
      await touchUsage(tx, workspaceId)
      return true
    })
    return published
  } finally {
    if (!published) await pending.discard()
  }
}

async function* bytesOf(blobs: BlobStore, packed: readonly PackedBlob[]): AsyncGenerator<Uint8Array> {
  for (const { key, size } of packed) {
    if (size > 0) yield* (await blobs.read(key, { start: 0, end: size - 1 })) as AsyncIterable<Uint8Array>
  }
}

function movedBlobs(packKey: string, packed: readonly PackedBlob[]) {
  let start = 0
  return packed.map(({ size: sizeBytes, sha256, crc32 }, index) => {
    const key = packedKey(packKey, index, start, sizeBytes)
    start += sizeBytes
    return { key, seal: { sizeBytes, sha256, crc32 } }
  })
}
