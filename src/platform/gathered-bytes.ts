/** Joins pieces while they arrive, because each is an object of 200 bytes and a sender may cut a megabyte into a million. */
export class GatheredBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Keeps the first piece without a copy, because there is usually only one. */
  add(piece: Buffer): void {
    const length = this.#length + piece.length
    if (this.#length === 0) this.#bytes = piece
    else {
      if (length > this.#bytes.length) this.#grow(Math.max(length, 2 * this.#length))
      piece.copy(this.#bytes, this.#length)
    }
    this.#length = length
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(capacity: number): void {
    const larger = Buffer.allocUnsafeSlow(capacity)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
