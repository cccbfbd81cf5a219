import type { z } from 'zod'
import { multipart, type Multipart, type MultipartBody } from '../platform/http/multipart.ts'

/** The raw bytes of the request, never gathered by the platform. */
export interface BytesBody {
  readonly kind: 'bytes'
  readonly bytesMax: number
}

/** A raw body of at most `bytesMax` bytes; the handler gets it in pieces, each valid until the next. */
export const bytes = (options: { readonly bytesMax: number }): BytesBody => ({ kind: 'bytes', ...options })

/**
 * The whole raw body in memory, for bodies that are signed or that are not a JSON object. It is read when the handler asks
 * for it.
 */
export interface WholeBody {
  readonly kind: 'whole'
  readonly bytesMax: number
}

export const whole = (options: { readonly bytesMax: number }): WholeBody => ({ kind: 'whole', ...options })

/** Raw bytes, or a form with the bytes and optional fields; the handler gets the same from both. */
export interface BytesOrFormBody<Fields extends z.ZodRawShape = z.ZodRawShape> {
  readonly kind: 'bytes or form'
  readonly form: MultipartBody<Fields>
}

/** The raw body, or with `Content-Type: multipart/form-data` the file of a form. */
export const bytesOrForm = <Fields extends z.ZodRawShape>(
  form: Omit<MultipartBody<Fields>, 'kind'>,
): BytesOrFormBody<Fields> => ({ kind: 'bytes or form', form: multipart(form) })

/** The form that a declared body is or may be. */
export function formOf(body: Body | undefined): MultipartBody | undefined {
  if (!body || !('kind' in body) || body.kind === 'bytes' || body.kind === 'whole') return undefined
  return body.kind === 'multipart' ? body : body.form
}

/** The body of an endpoint: a zod object for JSON, or one of the streams. */
export type Body = z.ZodObject | BytesBody | WholeBody | MultipartBody | BytesOrFormBody

/** What the handler gets for a declared body. */
export type BodyInput<Declared> = Declared extends z.ZodObject
  ? z.output<Declared>
  : Declared extends BytesBody
    ? AsyncIterable<Uint8Array>
    : Declared extends WholeBody
      ? () => Promise<Buffer>
      : Declared extends MultipartBody<infer Fields> | BytesOrFormBody<infer Fields>
        ? Multipart<z.output<z.ZodObject<Fields>>>
        : undefined
