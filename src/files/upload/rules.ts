const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

/** 5 MB, 16 MB above 1 GB, 32 MB above 20 GB: docs/api/uploads.md#limits. S3 accepts all of them as parts. */
export function chunkBytesOf(sizeBytes: number): number {
  if (sizeBytes > 20 * gibibyte) return 32 * mebibyte
  return (sizeBytes > gibibyte ? 16 : 5) * mebibyte
}

/** The largest chunk of any upload. */
export const chunkBytesMax = 32 * mebibyte

export const chunkCount = (sizeBytes: number, chunkBytes: number): number => Math.ceil(sizeBytes / chunkBytes)

interface Chunking {
  readonly size: number
  readonly chunk_size: number
}

/** Where a chunk begins and how long it must be; all are full except the last. */
export function chunkAt(upload: Chunking, index: number): { offset: number; sizeBytes: number } {
  const offset = index * upload.chunk_size
  return { offset, sizeBytes: Math.min(upload.chunk_size, upload.size - offset) }
}

/** More chunks than any upload has, within the range of an integer in the database. */
const indexMax = 2_147_483_647

/** The index of a chunk as callers write it: digits only; otherwise undefined. */
export function indexIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+$/.test(text)) return undefined
  return Math.min(Number(text), indexMax)
}

/** The indexes below `total` that are not in `whole`, which is sorted. */
export function missingChunks(total: number, whole: readonly number[]): number[] {
  const there = new Set(whole)
  return Array.from({ length: total }, (_, index) => index).filter((index) => !there.has(index))
}

const dayMs = 86_400_000

/** An upload without activity for 7 days is deleted: docs/api/uploads.md#ending-an-upload. */
const idleMsMax = 7 * dayMs

/** Uploads whose last activity was then or earlier have ended, even before the sweep. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - idleMsMax)
