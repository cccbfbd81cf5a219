import { isatty } from 'node:tty'
import { pino } from 'pino'
import { errorFields } from './error-fields.ts'
import { openLineWriter } from './line-writer.ts'
import type { Log } from './log.ts'
import { readableLine } from './readable-line.ts'

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** A path or a file descriptor; 2 (standard error) by default, so that standard output stays for `--json`. */
  readonly destination?: string | number
}

/** A log that holds lines back for a second at most, to write many at once. */
export interface OpenLog extends Log {
  /** Lines that could not be written, as nobody read them or the disk was full. */
  readonly dropped: () => number
  /** Writes what is held back, for a second at most. */
  readonly written: () => Promise<void>
  /** The same, and takes no more lines. */
  readonly close: () => Promise<void>
}

/**
 * JSON lines: `time` (ISO 8601, UTC), `level` by name, the fields, `msg`. On a terminal lines to read instead.
 * A log that cannot be written never holds up the program.
 */
export function openLog({ level, destination = 2 }: LogOptions): OpenLog {
  const { write, dropped, written, close } = openLineWriter(destination)
  const readable = typeof destination === 'number' && isatty(destination)
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (err: unknown) => errorFields(err) },
    },
    { write: readable ? (line: string) => write(readableLine(line)) : write },
  )
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    dropped,
    written,
    close,
  }
}
