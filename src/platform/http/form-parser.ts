import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { detachAfterUse } from '../detach.ts'
import { quoted } from '../quoted.ts'
import { PermitRefused } from '../concurrency/fair-limiter.ts'
import { isMultipart, mediaTypeOf } from './media-type.ts'
import { cutOff, misnamed, MultipartFault, slowBody } from './multipart.ts'
import type { MultipartBody, Reading, Received, Taker } from './multipart.ts'
import { ThroughputWatch } from './minimum-throughput.ts'
import { partHead, type PartHead, type RawPartHead } from './part-head.ts'

const fieldsMax = 20
const partsMax = fieldsMax + 1
const fieldBytesMax = 8 * 1024

const malformed = (message: string) => new MultipartFault('malformed', message)
const tooMany = () => malformed('The form has too many fields.')

/** Its bytes must be read to the end before the next part. */
interface Part {
  readonly head: PartHead
  readonly bytes: Readable
}

function parserFor(headers: IncomingHttpHeaders, declared: MultipartBody): Dicer {
  const type = headers['content-type']
  const boundary = isMultipart(type) && mediaTypeOf(type)?.params.get('boundary')
  if (typeof boundary !== 'string')
    throw new MultipartFault(
      'missing',
      `Send multipart/form-data with a file in the field "${declared.file}".`,
    )
  const options = { boundary, maxHeaderPairs: 20, maxHeaderSize: 16 * 1024, partHwm: 1024 * 1024 }
  return new Dicer(options)
}

/** Calls `store` while the file arrives. Any failure destroys the parser and drains the source. */
export async function parseForm<Fields, Stored>(
  source: Readable,
  headers: IncomingHttpHeaders,
  { welcome, throughputMin, room: openRoom }: Reading,
  taker: Taker<Fields, Stored>,
): Promise<Received<Fields, Stored>> {
  const parser = parserFor(headers, taker.declared)
  const parts = new PartsOf(parser)
  const watch = new ThroughputWatch(throughputMin, () => parts.fail(slowBody()))
  const room = openRoom(() => parts.fail(new PermitRefused('bodies', 'full')))
  for (const event of ['aborted', 'error']) source.on(event, () => parts.fail(cutOff()))
  welcome()
  watchThroughput(source, watch)
  source.pipe(parser)
  try {
    return await take(parts, taker, (bytes) => room.take(bytes))
  } catch (error) {
    throw parts.fault ?? error
  } finally {
    watch.close()
    room.free()
    source.unpipe(parser)
    source.resume()
    parser.destroy()
  }
}

/** Listeners only queue what the parser emits, because their exceptions have no caller. */
class PartsOf {
  fault: Error | undefined
  readonly #arrived = new Readable({ objectMode: true, read: () => {} })
  readonly #bytes: Readable[] = []

  constructor(parser: Dicer) {
    this.#arrived.on('error', () => {})
    parser.on('part', (bytes) => this.#add(bytes))
    parser.on('error', () =>
      this.fail(malformed('The form is malformed or incomplete. Check it and send it again.')),
    )
    parser.on('finish', () => this.#arrived.push(null))
  }

  fail(fault: Error): void {
    this.fault ??= fault
    for (const readable of [this.#arrived, ...this.#bytes]) readable.destroy(this.fault)
  }

  #add(bytes: Readable): void {
    bytes.on('error', () => {})
    if (this.fault) return
    if (this.#bytes.push(bytes) > partsMax) this.fail(tooMany())
    else bytes.once('header', (head: RawPartHead) => this.#arrived.push({ head, bytes }))
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Part> {
    for await (const { head: raw, bytes } of this.#arrived as AsyncIterable<{
      head: RawPartHead
      bytes: Readable
    }>) {
      const head = partHead(raw)
      if (head) yield { head, bytes }
      bytes.resume()
    }
  }
}

async function take<Fields, Stored>(
  parts: AsyncIterable<Part>,
  { declared, validate, store }: Taker<Fields, Stored>,
  onHeld: (bytes: number) => void,
): Promise<Received<Fields, Stored>> {
  const raw = new Map<string, string>()
  const fields = () => validate(Object.fromEntries(raw))
  let taken: { readonly stored: Stored } | undefined
  for await (const { head, bytes } of parts) {
    const { name, fileName } = head
    if (fileName !== undefined) {
      if (taken) throw tooMany()
      if (name !== declared.file) throw misnamed(declared)
      const file = { fileName, bytes: whole(bytes, declared.fileBytesMax), fieldsMayFollow: true }
      taken = { stored: await store(file, fields()) }
    } else {
      if (name === undefined) throw malformed('A field of the form has no name. Name each field.')
      if (raw.has(name)) throw malformed(`The field ${quoted(name)} is given twice. Send it once.`)
      if (raw.size === fieldsMax) throw tooMany()
      const value = await textOf(bytes, head)
      raw.set(name, value)
      onHeld(name.length + value.length)
    }
  }
  if (!taken)
    throw new MultipartFault('missing', `The file is missing. Send it in the field "${declared.file}".`)
  return { stored: taken.stored, fields: fields() }
}

async function* whole(bytes: Readable, bytesMax: number): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of detachAfterUse(bytes.iterator({ destroyOnReturn: false }))) {
    count += piece.length
    if (count > bytesMax)
      throw new MultipartFault('tooLarge', 'The file is too large for one request. Upload it in chunks.')
    yield piece
  }
}

async function textOf(bytes: Readable, { name, charset }: PartHead): Promise<string> {
  const pieces: Buffer[] = []
  let count = 0
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    count += piece.length
    if (count > fieldBytesMax) throw malformed(`The field ${quoted(name ?? '')} is too long.`)
    pieces.push(piece)
  }
  return decoderOf(charset).decode(Buffer.concat(pieces))
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset, { ignoreBOM: true })
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true })
  }
}

/** Backpressure of the parser doesn't count as slow. */
function watchThroughput(source: Readable, watch: ThroughputWatch): void {
  source
    .on('data', (piece: Buffer) => watch.arrived(piece.length))
    .on('pause', () => watch.pause())
    .on('resume', () => watch.wait())
    .on('end', () => watch.close())
  watch.wait()
}
