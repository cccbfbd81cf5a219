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
function base62From(bytes: (count: number) => Buffer, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of bytes(length + 8)) {
      if (byte < 248 && text.length < length) text += base62Alphabet[byte % 62]
    }
  }
  return text
}

export const systemRandom: Random = {
  bytes: randomBytes,
  base62: (length) => base62From(randomBytes, length),
  fraction: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
}
