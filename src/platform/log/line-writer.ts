import { close, constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { promisify } from 'node:util'
import { settlesWithin } from '../deadline.ts'

/** Writes lines to a file, a pipe or a terminal. Never waits for it: what cannot be written is dropped and counted. */
export interface LineWriter {
  /** `line` ends with a line break. */
  readonly write: (line: string) => void
  /** How many lines were dropped so far. */
  readonly dropped: () => number
  /** Writes what is held, as far as that works at once. For the end of a process, which cannot wait. */
  readonly flush: () => void
  /** Writes what is held, for a second at most. */
  readonly written: () => Promise<void>
  /** The same, and takes no more lines. */
  readonly close: () => Promise<void>
}

/**
 * So much is written at once. A write goes through a thread of libuv, which costs more than a line does; one for each
 * few lines would be a tenth of what a small request takes.
 */
const writtenBytes = 64 * 1024

/** When nobody reads, lines beyond this are dropped instead of filling the memory. */
const heldBytesMax = 8 * 1024 * 1024

/** How long lines are held to write many at once. Somebody looks at a terminal. */
const heldMs = { terminal: 20, other: 1000 } as const
/** A pipe whose reader is slow has room again soon. */
const fullPauseMs = 50
/** A full disk or a closed pipe is not tried with every line. */
const brokenPauseMs = 1000
const writtenMsMax = 1000

/** A path is appended to. */
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

/**
 * What `descriptor` refers to, opened once more so that a write never blocks. Changing the descriptor itself would change
 * it for every process that shares it. Undefined where the system does not allow it; Node has made the pipes and sockets
 * of its standard streams non-blocking in any case.
 */
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

/** A pipe or a terminal that has no room at this moment. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')

class HeldLines implements LineWriter {
  readonly #descriptor: number
  readonly #own: boolean
  readonly #heldMs: number
  #held: Buffer[] = []
  /** Includes what is being written. */
  #heldBytes = 0
  #timer: NodeJS.Timeout | undefined
  #draining: Promise<void> | undefined
  #dropped = 0
  /** The last line that was written was cut off. */
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
      // The process ends, and nobody is left to be told.
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
    // A write that is still under way keeps its descriptor.
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

  /** Answers with what could not be written. */
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
