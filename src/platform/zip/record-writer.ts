export class RecordWriter {
  readonly #bytes: Buffer
  #at = 0

  constructor(sizeBytes: number) {
    this.#bytes = Buffer.allocUnsafe(sizeBytes)
  }

  byte(value: number): this {
    this.#at = this.#bytes.writeUInt8(value, this.#at)
    return this
  }

  short(value: number): this {
    this.#at = this.#bytes.writeUInt16LE(value, this.#at)
    return this
  }

  long(value: number): this {
    this.#at = this.#bytes.writeUInt32LE(value, this.#at)
    return this
  }

  wide(value: number): this {
    this.#at = this.#bytes.writeBigUInt64LE(BigInt(value), this.#at)
    return this
  }

  text(value: string): this {
    this.#at += this.#bytes.write(value, this.#at)
    return this
  }

  /** Throws if the buffer is not full, because the rest is uninitialized memory. */
  end(): Buffer {
    if (this.#at !== this.#bytes.length) {
      throw new Error(`Zip records of ${this.#bytes.length} bytes were given ${this.#at}.`)
    }
    return this.#bytes
  }
}
