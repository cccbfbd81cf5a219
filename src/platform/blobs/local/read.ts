import * as fs from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { BufferPool } from '../buffer-pool.ts'
import { folderOf, isMissing, type LocalStore } from './disk.ts'
import { BlobMissing, requireBlobKey, type BlobRange, type BorrowedBytes } from '../store.ts'

const open = promisify(fs.open)
const fstat = promisify(fs.fstat)
const readInto = promisify(fs.read)

const streamBytes = 512 * 1024
const onePieceBytes = 64 * 1024

const byteCount = ({ start, end }: BlobRange): number => end - start + 1

async function openBlob(store: LocalStore, key: string): Promise<number> {
  requireBlobKey(key)
  return open(join(folderOf(store, key), key), 'r').catch((error: unknown) => {
    throw isMissing(error) ? new BlobMissing(`The blob ${key} does not exist.`, { cause: error }) : error
  })
}

/** A truncated file must fail before the response has promised its length. */
async function requireWhole(file: number, key: string, range: BlobRange): Promise<void> {
  try {
    const { size } = await fstat(file)
    if (range.end >= size)
      throw new Error(`The blob ${key} has ${size} bytes; byte ${range.end} is outside it.`)
  } catch (error) {
    fs.closeSync(file)
    throw error
  }
}

export async function read(store: LocalStore, key: string, range: BlobRange): Promise<Readable> {
  const file = await openBlob(store, key)
  await requireWhole(file, key, range)
  if (byteCount(range) > 0) return fs.createReadStream('', { ...range, fd: file, highWaterMark: streamBytes })
  fs.closeSync(file)
  return Readable.from([], { objectMode: false })
}

export async function borrow(store: LocalStore, key: string, range: BlobRange): Promise<BorrowedBytes> {
  const file = await openBlob(store, key)
  // A single piece is whole or fails; asking for the length would cost as much as reading it.
  if (byteCount(range) > onePieceBytes) await requireWhole(file, key, range)
  return borrowFile(file, store.pool, range)
}

/** Closes the file at the end, or when the caller stops iterating. */
export const borrowFile = (
  file: number,
  pool: BufferPool,
  range: BlobRange,
): AsyncIterableIterator<Uint8Array, undefined> => new BorrowedFile(file, pool, range)

class BorrowedFile implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #file: number
  readonly #pool: BufferPool
  readonly #end: number
  #position: number
  #borrowed: Buffer | undefined
  #filling: { readonly buffer: Buffer; readonly filled: Promise<number> } | undefined
  #ended = false

  constructor(file: number, pool: BufferPool, { start, end }: BlobRange) {
    this.#file = file
    this.#pool = pool
    this.#position = start
    this.#end = end
    this.#fill()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    const filling = this.#filling
    if (!filling) return this.return()
    try {
      const length = await filling.filled
      if (this.#ended) return { done: true, value: undefined }
      this.#position += length
      const free = this.#borrowed
      this.#borrowed = filling.buffer
      this.#fill(free)
      return { done: false, value: filling.buffer.subarray(0, length) }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#ended) {
      this.#ended = true
      const filling = this.#filling
      this.#filling = undefined
      // The disk may still write to it.
      await filling?.filled.catch(() => {})
      if (filling) this.#pool.give(filling.buffer)
      if (this.#borrowed) this.#pool.give(this.#borrowed)
      this.#borrowed = undefined
      // Synchronous, because closing a file that was only read does not block.
      fs.closeSync(this.#file)
    }
    return { done: true, value: undefined }
  }

  #fill(free?: Buffer): void {
    this.#filling = undefined
    if (this.#position > this.#end) {
      if (free) this.#pool.give(free)
      return
    }
    const buffer = free ?? this.#pool.take()
    const filled = this.#read(buffer)
    // The next call rejects with it; not unhandled until then.
    filled.catch(() => {})
    this.#filling = { buffer, filled }
  }

  async #read(buffer: Buffer): Promise<number> {
    const length = Math.min(buffer.length, this.#end - this.#position + 1)
    for (let filled = 0; filled < length;) {
      const at = this.#position + filled
      const { bytesRead } = await readInto(this.#file, buffer, filled, length - filled, at)
      if (bytesRead === 0) throw new Error(`A blob has ended at byte ${at} and not at ${this.#end}.`)
      filled += bytesRead
    }
    return length
  }
}
