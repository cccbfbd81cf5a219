import { close, constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { promisify } from 'node:util'
import { settlesWithin } from '../deadline.ts'
import { hasCode } from '../system-error.ts'

/** Never blocks: lines that can't be written are dropped and counted. */
export interface LineWriter {
  readonly write: (line: string) => void
  readonly dropped: () => number
  /** Synchronous, for the end of the process. */
  readonly flush: () => void
  /** Waits at most a second. */
  readonly written: () => Promise<void>
  /** Waits at most a second; further lines are dropped. */
  readonly close: () => Promise<void>
}

/** A write goes through libuv's pool and costs more than a line; one per few lines would be a tenth of a small request. */
const writtenBytes = 64 * 1024

/** Further lines are dropped. */
const heldBytesMax = 8 * 1024 * 1024

const heldMs = { terminal: 20, other: 1000 } as const
const fullPauseMs = 50
const brokenPauseMs = 1000
const writtenMsMax = 1000

export function openLineWriter(destination: string | number): LineWriter {
  if (typeof destination === 'string')
    return new HeldLines(openSync(destination, 'a', 0o640), { own: true, heldMs: heldMs.other })
  const terminal = isatty(destination)
  const own = terminal || fstatSync(destination).isFIFO() ? openAgain(destination) : undefined
  return new HeldLines(own ?? destination, {
    own: own !== undefined,
    heldMs: terminal ? heldMs.terminal : heldMs.other,
  })
}

/** Reopens `descriptor` non-blocking, because changing it would affect other processes. Undefined if unsupported. */
function openAgain(descriptor: number): number | undefined {
  try {
    return openSync(`/dev/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return undefined
  }
}

const writeSome = promisify(write)
const lineBreak = 0x0a

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) lines++
  return lines
}

const isFull = (error: unknown): boolean => hasCode(error, 'EAGAIN', 'EBUSY')

class HeldLines implements LineWriter {
  readonly #descriptor: number
  readonly #own: boolean
  readonly #heldMs: number
  #held: Buffer[] = []
  #heldBytes = 0
  #timer: NodeJS.Timeout | undefined
  #draining: Promise<void> | undefined
  #dropped = 0
  #cutOff = false
  #closed = false

  constructor(descriptor: number, { own, heldMs: ms }: { readonly own: boolean; readonly heldMs: number }) {
    this.#descriptor = descriptor
    this.#own = own
    this.#heldMs = ms
    process.once('exit', this.flush)
  }

  readonly dropped = (): number => this.#dropped

  readonly write = (line: string): void => {
    const bytes = Buffer.from(line)
    if (this.#closed || this.#heldBytes + bytes.length > heldBytesMax) {
      this.#dropped++
      return
    }
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#draining) return
    if (this.#heldBytes >= writtenBytes) this.#drain()
    else this.#timer ??= setTimeout(() => this.#drain(), this.#heldMs).unref()
  }

  readonly flush = (): void => {
    try {
      for (let bytes = this.#take(); bytes.length > 0;) {
        const written = writeSync(this.#descriptor, bytes)
        bytes = bytes.subarray(written)
      }
    } catch {
      // The process ends, so the failure cannot be reported anywhere.
    }
  }

  readonly written = async (): Promise<void> => {
    await this.#writtenInTime()
  }

  readonly close = async (): Promise<void> => {
    if (this.#closed) return
    const ended = await this.#writtenInTime()
    this.#closed = true
    this.#dropped += countLines(this.#take())
    process.off('exit', this.flush)
    // A pending write keeps its descriptor.
    if (this.#own && ended) close(this.#descriptor)
  }

  #writtenInTime(): Promise<boolean> {
    this.#drain()
    return settlesWithin(writtenMsMax, Promise.resolve(this.#draining))
  }

  #take(): Buffer {
    const bytes = Buffer.concat(this.#held)
    this.#held = []
    return bytes
  }

  #drain(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#draining ??= this.#writeHeld().finally(() => (this.#draining = undefined))
  }

  async #writeHeld(): Promise<void> {
    while (this.#held.length > 0) {
      if (this.#cutOff) this.#held.unshift(Buffer.of(lineBreak))
      const bytes = this.#take()
      const rest = await this.#writeAll(bytes)
      this.#heldBytes = this.#held.reduce((sum, { length }) => sum + length, 0)
      if (rest.length === 0) continue
      this.#dropped += countLines(rest)
      await delay(brokenPauseMs, undefined, { ref: false })
    }
  }

  async #writeAll(bytes: Buffer): Promise<Buffer> {
    let rest = bytes
    while (rest.length > 0 && !this.#closed) {
      try {
        const { bytesWritten } = await writeSome(this.#descriptor, rest)
        if (bytesWritten > 0) this.#cutOff = rest[bytesWritten - 1] !== lineBreak
        rest = rest.subarray(bytesWritten)
      } catch (error) {
        if (!isFull(error)) return rest
        await delay(fullPauseMs, undefined, { ref: false })
      }
    }
    return rest
  }
}
