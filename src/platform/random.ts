import { randomBytes } from 'node:crypto'

/** The only source of chance. Tests may pass a predictable one. */
export interface Random {
  readonly bytes: (count: number) => Buffer
  /** `length` characters of [0-9A-Za-z], each equally likely. */
  readonly base62: (length: number) => string
  /** A fraction from 0 (included) to 1 (excluded). */
  readonly fraction: () => number
}

export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes from 248 up are thrown away: 248 is the largest multiple of 62 in a byte, so no character is favoured. */
function base62From(nextByte: () => number, length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < 248) text += base62Alphabet[byte % 62]
  }
  return text
}

/** Bytes of the system's generator, fetched a few thousand at a time, because each request wants some. */
function bytePool(): () => number {
  let pool = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === pool.length) {
      pool = randomBytes(4096)
      used = 0
    }
    const byte = pool[used] as number
    // Nothing that was given out stays in memory.
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
