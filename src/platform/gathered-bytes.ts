/**
 * Bytes that come in pieces and are needed as a whole. They are joined while they come: each piece is an object of 200 bytes,
 * and a sender may cut a megabyte into a million of them.
 */
export class GatheredBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** The first piece is kept as it is, since mostly there is only one; all others are copied. */
  add(piece: Buffer): void {
    const length = this.#length + piece.length
    if (this.#length === 0) this.#bytes = piece
    else {
      if (length > this.#bytes.length) this.#grow(Math.max(length, 2 * this.#length))
      piece.copy(this.#bytes, this.#length)
    }
    this.#length = length
  }

  /** All that came. Nothing may be added afterwards. */
  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(capacity: number): void {
    const larger = Buffer.allocUnsafeSlow(capacity)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
