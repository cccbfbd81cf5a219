import { openSync } from 'node:fs'
import { pino } from 'pino'
import { errorFields } from './error-fields.ts'
import type { Log } from './log.ts'

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** A path or a file descriptor; 2 (standard error) by default, so that standard output stays for `--json`. */
  readonly destination?: string | number
}

/** A log that holds lines back for a second at most, to write many at once. */
export interface OpenLog extends Log {
  /** Writes at once what was held back. A process that ends by itself does it anyway. */
  readonly flush: () => void
}

/**
 * So much is written at once. A write goes through a thread of libuv, which costs more than a line does; one for each
 * few lines would be a tenth of what a small request takes.
 */
const writtenBytes = 64 * 1024

/** When the log is not read, lines beyond this are dropped instead of filling the memory. */
const heldBytesMax = 8 * 1024 * 1024

/** JSON lines: `time` (ISO 8601, UTC), `level` by name, the fields, `msg`. */
export function openLog({ level, destination = 2 }: LogOptions): OpenLog {
  const stream = pino.destination({
    // Opened here, because a stream that still opens its file cannot be flushed.
    dest: typeof destination === 'string' ? openSync(destination, 'a', 0o640) : destination,
    sync: false,
    contentMode: 'buffer',
    minLength: writtenBytes,
    // Has to be more, or a burst of lines would be cut into writes of 16 KB.
    maxWrite: 2 * writtenBytes,
    periodicFlush: 1000,
    maxLength: heldBytesMax,
  })
  // The types of the stream know text alone. As text it would measure all that it holds with each line, which costs more
  // than all else that a line does.
  const write = stream.write.bind(stream) as unknown as (bytes: Buffer) => boolean
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (err: unknown) => errorFields(err) },
    },
    { write: (line: string) => write(Buffer.from(line)) },
  )
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush: () => stream.flushSync(),
  }
}
