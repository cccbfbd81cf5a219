import { createHash, createHmac, timingSafeEqual, type Hash } from 'node:crypto'

/** Sums up the entries of an archive, in their order. */
export interface Digest {
  readonly add: (name: string, content: Uint8Array) => void
  readonly hex: () => string
}

export function openDigest(): Digest {
  const hash: Hash = createHash('sha256')
  return {
    add(name, content) {
      hash.update(`${name}\0${content.length}\0`).update(content)
    },
    hex: () => hash.copy().digest('hex'),
  }
}

export const macOf = (sha256: string, key: Buffer): string =>
  createHmac('sha256', key).update(`bureau backup\0${sha256}`).digest('hex')

export const isMacOf = (mac: string, sha256: string, keys: readonly Buffer[]): boolean =>
  keys.some((key) => {
    const expected = Buffer.from(macOf(sha256, key))
    const given = Buffer.from(mac)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
