import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { parseForm } from './form-parser.ts'
import { BodyRefused, gatherBody, RequestAborted } from './gather-body.ts'
import { cutOff, misnamed, slowBody } from './multipart.ts'
import type { Multipart, MultipartBody, Reading, Received, Taker } from './multipart.ts'
import { plainBoundary, smallForm, smallFormBytesMax, type SmallForm } from './small-form.ts'

export function readMultipart<Fields>(
  request: IncomingMessage,
  declared: MultipartBody,
  reading: Reading,
  validate: Taker<Fields, unknown>['validate'],
): Multipart<Fields> {
  return {
    async receive(store) {
      const { headers } = request
      const taker = { declared, validate, store }
      const boundary = isSmall(headers['content-length'], declared)
        ? plainBoundary(headers['content-type'])
        : undefined
      if (boundary === undefined) return parseForm(request, headers, reading, taker)
      const body = await gatherForm(request, reading)
      const form = smallForm(boundary, body)
      if (form) return take(form, taker)
      return parseForm(Readable.from([body]), headers, { ...reading, welcome: () => {} }, taker)
    },
  }
}

const isSmall = (contentLength: string | undefined, { fileBytesMax }: MultipartBody): boolean =>
  contentLength !== undefined && Number(contentLength) <= Math.min(smallFormBytesMax, fileBytesMax)

async function gatherForm(
  request: IncomingMessage,
  { welcome, throughputMin, room }: Reading,
): Promise<Buffer> {
  welcome()
  try {
    return await gatherBody(request, { bytesMax: smallFormBytesMax, throughputMin, room })
  } catch (error) {
    if (error instanceof BodyRefused) throw slowBody()
    if (error instanceof RequestAborted) throw cutOff()
    throw error
  }
}

async function take<Fields, Stored>(
  { file, early, fields }: SmallForm,
  { declared, validate, store }: Taker<Fields, Stored>,
): Promise<Received<Fields, Stored>> {
  if (file.field !== declared.file) throw misnamed(declared)
  const valid = validate(early)
  const { name: fileName, bytes: whole } = file
  const stored = await store({ fileName, bytes: once(whole), whole, fieldsMayFollow: true }, valid)
  return { stored, fields: fields === early ? valid : validate(fields) }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
