import { randomBytes } from 'node:crypto'

export interface Random {
  readonly bytes: (count: number) => Buffer
  readonly base62: (length: number) => string
  /** 0 (included) to 1 (excluded). */
  readonly fraction: () => number
}

export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Rejects bytes from 248, the largest multiple of 62, to stay uniform. */
function base62From(nextByte: () => number, length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < 248) text += base62Alphabet[byte % 62]
  }
  return text
}

/** Fetches a few thousand bytes at a time, because each request needs some. */
function bytePool(): () => number {
  let pool = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === pool.length) {
      pool = randomBytes(4096)
      used = 0
    }
    const byte = pool[used] as number
    // Used bytes don't stay in memory.
    pool[used++] = 0
    return byte
  }
}

const pooledByte = bytePool()

export const systemRandom: Random = {
  bytes: randomBytes,
  base62: (length) => base62From(pooledByte, length),
  fraction: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
}
