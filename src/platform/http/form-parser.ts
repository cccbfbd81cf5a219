import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { freed } from '../freed.ts'
import { quoted } from '../quoted.ts'
import { cutOff, misnamed, MultipartFault, slowBody } from './multipart.ts'
import type { MultipartBody, Reading, Received, Taker } from './multipart.ts'
import { PaceWatch } from './pace.ts'

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

/**
 * Hands the file of a form to `store` while it arrives. The parser is destroyed as soon as anything fails, and the rest of
 * the source is drained.
 */
export function parseForm<Fields, Stored>(
  source: Readable,
  headers: IncomingHttpHeaders,
  { welcome, pace }: Reading,
  { declared, validate, store }: Taker<Fields, Stored>,
): Promise<Received<Fields, Stored>> {
  return new Promise((resolve, reject) => {
    const parser = parserFor(headers, declared)
    const raw = new Map<string, string>()
    const fields = () => validate(Object.fromEntries(raw))
    let storing: Promise<unknown> | undefined
    const watch = new PaceWatch(pace, () => fail(slowBody()))

    const fail = (error: unknown) => {
      watch.close()
      source.unpipe(parser)
      source.resume()
      parser.destroy()
      // The store learns of the failure through its stream; its own error must not go unhandled.
      void Promise.resolve(storing).catch(() => undefined)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const malformed = (message: string) => fail(new MultipartFault('malformed', message))

    parser.on('field', (escapedName, value, nameTruncated, valueTruncated) => {
      const name = unescaped(escapedName)
      if (nameTruncated || valueTruncated) malformed(`The field ${quoted(name)} is too long.`)
      else if (raw.has(name)) malformed(`The field ${quoted(name)} is given twice. Send it once.`)
      else raw.set(name, value)
    })
    parser.on('file', (name, stream, fileName) => {
      stream.on('error', () => undefined)
      if (name !== declared.file) {
        fail(misnamed(declared))
        return
      }
      try {
        const early = fields() as Partial<Fields>
        storing = store({ fileName: unescaped(fileName), bytes: whole(stream), fieldsMayFollow: true }, early)
        storing.catch(fail)
      } catch (error) {
        fail(error)
      }
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => malformed('The form has too many fields.'))
    }
    parser.on('error', () => malformed('The form is malformed or incomplete. Check it and send it again.'))
    source.on('aborted', () => fail(cutOff()))
    source.on('error', () => fail(cutOff()))
    parser.on('finish', () => {
      if (!storing) {
        fail(new MultipartFault('missing', `The file is missing. Send it in the field "${declared.file}".`))
        return
      }
      storing
        .then((stored) => {
          resolve({ stored: stored as never, fields: fields() })
        })
        .catch(fail)
    })
    welcome()
    watchPace(source, watch)
    source.pipe(parser)
  })
}

/** A body that the parser cannot take at the moment is not slow. */
function watchPace(source: Readable, watch: PaceWatch): void {
  source
    .on('data', (piece: Buffer) => watch.arrived(piece.length))
    .on('pause', () => watch.pause())
    .on('resume', () => watch.wait())
    .on('end', () => watch.close())
  watch.wait()
}
