import { isatty } from 'node:tty'
import { pino } from 'pino'
import { errorFields } from './error-fields.ts'
import { openLineWriter } from './line-writer.ts'
import type { Log } from './log.ts'
import { readableLine } from './readable-line.ts'

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** Default: 2 (standard error), because `--json` uses standard output. */
  readonly destination?: string | number
}

export interface OpenLog extends Log {
  readonly dropped: () => number
  readonly written: () => Promise<void>
  readonly close: () => Promise<void>
}

/** JSON lines: `time` (ISO 8601, UTC), `level`, fields, `msg`. Readable lines on a terminal. Never blocks. */
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
