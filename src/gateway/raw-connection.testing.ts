import { connect, type Socket } from 'node:net'

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Thrown when the connection ends before an answer is complete. */
export class ConnectionClosed extends Error {}

/** A client that writes bytes as they are, and reads answers one by one. */
export class RawConnection {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #closed = false
  #wake = Promise.withResolvers<void>()

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (piece: Buffer) => {
      this.#received = Buffer.concat([this.#received, piece])
      this.#signal()
    })
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      this.#closed = true
      this.#signal()
    })
    // The server ended; a client that has read everything closes too.
    this.#socket.on('end', () => this.#socket.end())
  }

  /** Resolves when the bytes went to the system, or the connection is gone. */
  async write(bytes: string | Uint8Array): Promise<void> {
    if (this.#closed || this.#socket.writableEnded) return
    const bytesOf = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    if (this.#socket.write(bytesOf)) return
    const drained = new Promise((resolve) => this.#socket.once('drain', resolve))
    await Promise.race([drained, this.closed()])
  }

  destroy(): void {
    this.#socket.destroy()
  }

  async closed(): Promise<void> {
    while (!this.#closed) await this.#wake.promise
  }

  /** Everything that came and was not read as an answer. */
  get rest(): string {
    return this.#received.toString('latin1')
  }

  /** The next answer, also an interim one. `method` says whether it has a body. */
  async read(method: string): Promise<RawAnswer> {
    const { status, headers } = await this.#readHead()
    if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
      return { status, headers, body: '' }
    if (headers['transfer-encoding'] === 'chunked') return { status, headers, body: await this.#readChunks() }
    const length = headers['content-length']
    if (length !== undefined) return { status, headers, body: await this.#take(Number(length)) }
    await this.closed()
    return { status, headers, body: await this.#take(this.#received.length) }
  }

  async #readHead(): Promise<Omit<RawAnswer, 'body'>> {
    const head = await this.#takeUntil('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    const pairs = fields.map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
    })
    return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(pairs) }
  }

  async #readChunks(): Promise<string> {
    let body = ''
    for (;;) {
      const size = Number.parseInt(await this.#takeUntil('\r\n'), 16)
      body += await this.#take(size)
      await this.#take(2)
      if (size === 0) return body
    }
  }

  async #takeUntil(mark: string): Promise<string> {
    for (;;) {
      const at = this.#received.indexOf(mark, 0, 'latin1')
      if (at >= 0) {
        const text = await this.#take(at)
        await this.#take(mark.length)
        return text
      }
      await this.#more()
    }
  }

  async #take(length: number): Promise<string> {
    while (this.#received.length < length) await this.#more()
    const taken = this.#received.subarray(0, length).toString('latin1')
    this.#received = this.#received.subarray(length)
    return taken
  }

  async #more(): Promise<void> {
    if (this.#closed) throw new ConnectionClosed()
    await this.#wake.promise
  }

  #signal(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }
}
