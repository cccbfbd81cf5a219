import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export interface Checksums {
  readonly sha256: string
  readonly crc32: number
}

/** CRC-32 without SHA-256, which costs more than as much again. */
export function crc32Sum() {
  let crc = 0
  return {
    add(piece: Uint8Array): void {
      crc = crc32(piece, crc)
    },
    result: (): number => crc,
  }
}

export function checksumming() {
  const sha256 = createHash('sha256')
  const crc = crc32Sum()
  return {
    add(piece: Uint8Array): void {
      sha256.update(piece)
      crc.add(piece)
    },
    result: (): Checksums => ({ sha256: sha256.digest('hex'), crc32: crc.result() }),
  }
}
