import { workspaceFlow } from '../../api/limiters.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { BlobMissing, BlobPartIncomplete, BlobTooLarge } from '../../platform/blobs/store.ts'
import { monotonicMs } from '../../platform/clock.ts'
import type { MemberContext } from '../../identity/principal.ts'
import type { ArrivingFile } from '../../platform/http/multipart.ts'
import { storeFault } from '../blob/store-fault.ts'
import { problem } from '../problems.ts'
import {
  acceptChunk,
  claimChunk,
  findChunk,
  releaseChunk,
  takeOverChunk,
  type ChunkId,
  type ClaimedUpload,
} from './chunk-store.ts'
import { deadAfterMs, findHeld, prepareLease, type Lease } from './lease.ts'
import { chunkAt, idleSince } from './rules.ts'
import { counted } from '../../platform/counted.ts'

interface ChunkReceipt {
  /** The chunk is complete or another request is sending it; these bytes do not count. */
  readonly duplicate: boolean
  readonly complete: boolean
}

type Body = Pick<ArrivingFile, 'bytes' | 'sizeBytes'>

const claimsMax = 5

/** Writes a chunk to its place in the blob. Throws `upload_gone`, `chunk_rejected` or `empty_chunk`. */
export async function receiveChunk(
  context: MemberContext,
  chunk: ChunkId,
  body: Body,
): Promise<ChunkReceipt> {
  for (let claim = 1; ; claim++) {
    const arrival = await tryChunk(context, chunk, body)
    if (arrival) return arrival
    if (claim === claimsMax)
      throw problem.chunk_rejected({
        message: 'Too many requests send this chunk at once. Send it one at a time.',
      })
  }
}

/** Undefined when another writer gave the chunk up before this body was read. */
async function tryChunk(
  context: MemberContext,
  chunk: ChunkId,
  body: Body,
): Promise<ChunkReceipt | undefined> {
  const { principal, database, clock, call } = context
  const lease = prepareLease(context, chunk, call.signal)
  try {
    const now = clock.now()
    let claimedMs = monotonicMs()
    const claim = { lease: lease.id, sizeBytes: body.sizeBytes, now, idleSince: idleSince(now) }
    const upload = await claimChunk(database, principal, chunk, claim)
    if (!upload) throw problem.upload_gone()
    requireFitting(upload, chunk.index, body.sizeBytes)
    if (!upload.claimed) {
      const found = await findOtherWriter(context, chunk, lease)
      if (found === 'released') return undefined
      if (found === 'present') {
        await drain(body.bytes, chunkAt(upload, chunk.index).sizeBytes)
        return { duplicate: true, complete: upload.received_chunks === upload.total_chunks }
      }
      claimedMs = found
    }
    lease.begin(claimedMs)
    return await write(context, chunk, upload, lease, body.bytes)
  } finally {
    lease.end()
  }
}

function requireFitting(upload: ClaimedUpload, index: number, sizeBytes: number | undefined): void {
  if (index >= upload.total_chunks) {
    throw problem.chunk_rejected({
      message: `The upload has ${counted(upload.total_chunks, 'chunk')}, numbered from 0.`,
    })
  }
  if (sizeBytes === 0) throw problem.empty_chunk()
  if (sizeBytes !== undefined && sizeBytes !== chunkAt(upload, index).sizeBytes)
    throw wrongSize(upload, index)
}

const wrongSize = (upload: ClaimedUpload, index: number) =>
  problem.chunk_rejected({
    message: `Chunk ${index} of this upload must have exactly ${counted(chunkAt(upload, index).sizeBytes, 'byte')}.`,
  })

const lookEveryMs = 100

/** Takes over the lease of a dead writer, and returns the monotonic time before that. */
async function findOtherWriter(
  { database, call }: MemberContext,
  chunk: ChunkId,
  lease: Lease,
): Promise<'present' | 'released' | number> {
  let seen: { lease: string; beat: number; sinceMs: number } | undefined
  for (;;) {
    const lookedMs = monotonicMs()
    const found = await findChunk(database, chunk)
    if (!found) return 'released'
    if (found.lease === null) return 'present'
    const held = findHeld(database, found.lease)
    if (held && !held.isSilent()) return 'present'
    if (held) {
      await held.stop(problem.chunk_rejected({ message: 'The chunk stopped arriving. Send it again.' }))
      continue
    }
    if (seen?.lease !== found.lease) seen = { lease: found.lease, beat: found.beat, sinceMs: monotonicMs() }
    else if (seen.beat !== found.beat) return 'present'
    else if (lookedMs - seen.sinceMs > deadAfterMs && (await takeOverChunk(database, chunk, found, lease.id)))
      return lookedMs
    await pause(lookEveryMs, undefined, { signal: call.signal })
  }
}

/** Reads the body, so that its sender gets to see the response. */
async function drain(bytes: AsyncIterable<Uint8Array>, expectedBytes: number): Promise<void> {
  let seen = 0
  for await (const piece of bytes) {
    seen += piece.length
    if (seen > expectedBytes) break
  }
  if (seen === 0) throw problem.empty_chunk()
  if (seen !== expectedBytes) throw problem.chunk_rejected()
}

async function write(
  { blobs, clock, database, log, principal }: MemberContext,
  chunk: ChunkId,
  upload: ClaimedUpload,
  lease: Lease,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ChunkReceipt> {
  try {
    const part = { index: chunk.index, ...chunkAt(upload, chunk.index) }
    const guarded = lease.guard(bytes)
    const options = { flowKeys: workspaceFlow(principal.workspaceId), signal: lease.signal }
    const seal = await blobs.writePart(upload.blob_key, upload.parts, part, guarded, options)
    const accepted = await acceptChunk(database, chunk, lease.id, seal, clock.now())
    if (!accepted) throw (await findChunk(database, chunk)) ? problem.chunk_rejected() : problem.upload_gone()
    return { duplicate: false, complete: accepted.received_chunks === upload.total_chunks }
  } catch (error) {
    await releaseChunk(database, chunk, lease.id).catch((err: unknown) =>
      log.warn({ err }, 'a chunk could not be released; the next request that sends it takes it over'),
    )
    throw refusalOf(error, upload, chunk.index, lease.bytesSeen())
  }
}

function refusalOf(error: unknown, upload: ClaimedUpload, index: number, seenBytes: number): unknown {
  if (error instanceof BlobPartIncomplete)
    return seenBytes === 0 ? problem.empty_chunk() : wrongSize(upload, index)
  if (error instanceof BlobTooLarge) return wrongSize(upload, index)
  if (error instanceof BlobMissing) return problem.upload_gone()
  const fault = storeFault(error, 'this chunk')
  return fault ? problem.chunk_rejected(fault) : error
}
