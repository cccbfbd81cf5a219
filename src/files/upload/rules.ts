const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

/** docs/api/uploads.md#limits. S3 accepts all of them as parts. */
export function chunkBytesOf(sizeBytes: number): number {
  if (sizeBytes > 20 * gibibyte) return 32 * mebibyte
  return (sizeBytes > gibibyte ? 16 : 5) * mebibyte
}

export const chunkBytesMax = 32 * mebibyte

export const chunkCount = (sizeBytes: number, chunkBytes: number): number => Math.ceil(sizeBytes / chunkBytes)

interface Chunking {
  readonly size: number
  readonly chunk_size: number
}

export function chunkAt(upload: Chunking, index: number): { offset: number; sizeBytes: number } {
  const offset = index * upload.chunk_size
  return { offset, sizeBytes: Math.min(upload.chunk_size, upload.size - offset) }
}

/** More than any upload has, within int4. */
const indexMax = 2_147_483_647

export function indexIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+$/.test(text)) return undefined
  return Math.min(Number(text), indexMax)
}

export function missingChunks(total: number, whole: readonly number[]): number[] {
  const there = new Set(whole)
  return Array.from({ length: total }, (_, index) => index).filter((index) => !there.has(index))
}

const dayMs = 86_400_000

/** docs/api/uploads.md#ending-an-upload */
const idleMsMax = 7 * dayMs

/** Uploads last active at this time have ended, even before the sweep. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - idleMsMax)
