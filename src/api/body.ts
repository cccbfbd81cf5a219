import type { z } from 'zod'
import { multipart, type Multipart, type MultipartBody } from '../platform/http/multipart.ts'

export interface BytesBody {
  readonly kind: 'bytes'
  readonly bytesMax: number
}

/** The handler gets pieces, each valid until the next. */
export const bytes = (options: { readonly bytesMax: number }): BytesBody => ({ kind: 'bytes', ...options })

/** The whole raw body, for bodies that are signed or are not JSON objects. Read when the handler asks for it. */
export interface WholeBody {
  readonly kind: 'whole'
  readonly bytesMax: number
}

export const whole = (options: { readonly bytesMax: number }): WholeBody => ({ kind: 'whole', ...options })

export interface BytesOrFormBody<Fields extends z.ZodRawShape = z.ZodRawShape> {
  readonly kind: 'bytes or form'
  readonly form: MultipartBody<Fields>
}

/** The raw body, or with `Content-Type: multipart/form-data` the file of a form. The handler gets the same from both. */
export const bytesOrForm = <Fields extends z.ZodRawShape>(
  form: Omit<MultipartBody<Fields>, 'kind'>,
): BytesOrFormBody<Fields> => ({ kind: 'bytes or form', form: multipart(form) })

export function formOf(body: Body | undefined): MultipartBody | undefined {
  if (!body || !('kind' in body) || body.kind === 'bytes' || body.kind === 'whole') return undefined
  return body.kind === 'multipart' ? body : body.form
}

export type Body = z.ZodObject | BytesBody | WholeBody | MultipartBody | BytesOrFormBody

export type BodyInput<Declared> = Declared extends z.ZodObject
  ? z.output<Declared>
  : Declared extends BytesBody
    ? AsyncIterable<Uint8Array>
    : Declared extends WholeBody
      ? () => Promise<Buffer>
      : Declared extends MultipartBody<infer Fields> | BytesOrFormBody<infer Fields>
        ? Multipart<z.output<z.ZodObject<Fields>>>
        : undefined
