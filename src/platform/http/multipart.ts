import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { z } from 'zod'
import { freed } from '../freed.ts'
import { PaceWatch, type Pace } from './pace.ts'

/** One file and some short fields, as browsers send forms. */
export interface MultipartBody<Fields extends z.ZodRawShape = z.ZodRawShape> {
  readonly kind: 'multipart'
  /** Form name of the file. */
  readonly file: string
  readonly fileBytesMax: number
  readonly fields: z.ZodObject<Fields>
  /** Codes for: no such file in the form; a form that is broken, cut off or too long. */
  readonly problems: { readonly missing: string; readonly malformed: string; readonly tooLarge: string }
}

export const multipart = <Fields extends z.ZodRawShape>(
  options: Omit<MultipartBody<Fields>, 'kind'>,
): MultipartBody<Fields> => ({ kind: 'multipart', ...options })

/** A file while it arrives. Its bytes must be read to the end or the request be refused. */
export interface ArrivingFile {
  /** Empty when the sender gave none. */
  readonly fileName: string
  /** Each piece is valid until the next one is asked for; copy what you keep. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Where the sender told it beforehand, which forms do not. */
  readonly sizeBytes?: number
  /** Whether fields may stand behind the file. */
  readonly fieldsMayFollow: boolean
}

export interface Multipart<Fields> {
  /**
   * Hands the file to `store` while it arrives, with the fields that came before it; resolves when the whole form is
   * there, with what `store` made of the file and every field. Fields behind the file are legal: whatever `store`
   * wrote is the caller's to take back when they turn out wrong.
   */
  readonly receive: <Stored>(
    store: (file: ArrivingFile, early: Partial<Fields>) => Promise<Stored>,
  ) => Promise<{ readonly stored: Stored; readonly fields: Fields }>
}

/** Why a form could not be taken: one of the keys of `MultipartBody.problems`, or a field of the wrong shape. */
export class MultipartFault extends Error {
  override readonly name = 'MultipartFault'
  readonly fault: keyof MultipartBody['problems']

  constructor(fault: keyof MultipartBody['problems'], message: string) {
    super(message)
    this.fault = fault
  }
}

/** Browsers write a quotation mark in a name as `%22`, and leave a percent sign as it is. */
const unescaped = (name: string): string => name.replaceAll('%22', '"')

const fieldsMax = 20
const fieldBytesMax = 8 * 1024

/** Passes the file's bytes on and fails when it was longer than allowed: busboy itself would cut it silently. */
async function* whole(stream: Readable & { truncated?: boolean }): AsyncGenerator<Uint8Array> {
  yield* freed(stream)
  if (stream.truncated)
    throw new MultipartFault('tooLarge', 'The file is too large for one request. Upload it in chunks.')
}

function parserFor(headers: IncomingHttpHeaders, declared: MultipartBody) {
  const limits = {
    files: 1,
    fileSize: declared.fileBytesMax,
    fields: fieldsMax,
    fieldSize: fieldBytesMax,
    fieldNameSize: 100,
    parts: fieldsMax + 1,
    headerPairs: 20,
    headerSize: 16 * 1024,
  }
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits, preservePath: true, fileHwm: 1024 * 1024 })
  } catch {
    throw new MultipartFault(
      'missing',
      `Send multipart/form-data with a file in the field "${declared.file}".`,
    )
  }
}

/** Why an upload is ended that comes too slowly. */
export const slowBody = (): MultipartFault =>
  new MultipartFault('malformed', 'The body arrived too slowly. Send it again over a faster connection.')

/** How a form is read. */
interface Reading {
  /** Called before the first byte is read. */
  readonly welcome: () => void
  readonly pace: Pace
}

/**
 * Reads one form, from the moment it is received on. `validate` turns raw fields into declared ones and throws the endpoint's own problems.
 * The parser is destroyed as soon as anything fails, and the rest of the request is drained.
 */
export function readMultipart<Fields>(
  request: IncomingMessage,
  declared: MultipartBody,
  { welcome, pace }: Reading,
  validate: (raw: Record<string, string>) => Fields,
): Multipart<Fields> {
  return {
    receive: (store) =>
      new Promise((resolve, reject) => {
        const parser = parserFor(request.headers, declared)
        const raw = new Map<string, string>()
        const fields = () => validate(Object.fromEntries(raw))
        let storing: Promise<unknown> | undefined
        const watch = new PaceWatch(pace, () => fail(slowBody()))

        const fail = (error: unknown) => {
          watch.close()
          request.unpipe(parser)
          request.resume()
          parser.destroy()
          // The store learns of the failure through its stream; its own error must not go unhandled.
          void Promise.resolve(storing).catch(() => undefined)
          reject(error instanceof Error ? error : new Error(String(error)))
        }
        const malformed = (message: string) => fail(new MultipartFault('malformed', message))

        parser.on('field', (escapedName, value, nameTruncated, valueTruncated) => {
          const name = unescaped(escapedName)
          if (nameTruncated || valueTruncated) malformed(`The field "${name}" is too long.`)
          else if (raw.has(name)) malformed(`The field "${name}" is given twice. Send it once.`)
          else raw.set(name, value)
        })
        parser.on('file', (name, stream, fileName) => {
          stream.on('error', () => undefined)
          if (name !== declared.file) {
            fail(new MultipartFault('missing', `Send the file in the field "${declared.file}".`))
            return
          }
          try {
            const early = fields() as Partial<Fields>
            storing = store(
              { fileName: unescaped(fileName), bytes: whole(stream), fieldsMayFollow: true },
              early,
            )
            storing.catch(fail)
          } catch (error) {
            fail(error)
          }
        })
        for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
          parser.on(limit, () => malformed('The form has too many fields.'))
        }
        parser.on('error', () =>
          malformed('The form is malformed or incomplete. Check it and send it again.'),
        )
        request.on('aborted', () => malformed('The form is incomplete. Send it again.'))
        request.on('error', () => malformed('The form is incomplete. Send it again.'))
        parser.on('finish', () => {
          if (!storing) {
            fail(
              new MultipartFault('missing', `The file is missing. Send it in the field "${declared.file}".`),
            )
            return
          }
          storing
            .then((stored) => {
              resolve({ stored: stored as never, fields: fields() })
            })
            .catch(fail)
        })
        welcome()
        watchPace(request, watch)
        request.pipe(parser)
      }),
  }
}

/** A body that the parser cannot take at the moment is not slow. */
function watchPace(request: IncomingMessage, watch: PaceWatch): void {
  request
    .on('data', (piece: Buffer) => watch.arrived(piece.length))
    .on('pause', () => watch.pause())
    .on('resume', () => watch.wait())
    .on('end', () => watch.close())
  watch.wait()
}
