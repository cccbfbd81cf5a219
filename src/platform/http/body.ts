import type { z } from 'zod'
import type { Multipart, MultipartBody } from './multipart.ts'

/** The raw bytes of the request, never gathered by the platform. */
export interface BytesBody {
  readonly kind: 'bytes'
  readonly bytesMax: number
}

/** A raw body of at most `bytesMax` bytes; the handler gets it as a stream. */
export const bytes = (options: { readonly bytesMax: number }): BytesBody => ({ kind: 'bytes', ...options })

/** What an endpoint takes in: a zod object for JSON, or one of the two streams. */
export type Body = z.ZodObject | BytesBody | MultipartBody

/** What the handler gets for a declared body. */
export type BodyInput<Declared> = Declared extends z.ZodObject
  ? z.output<Declared>
  : Declared extends BytesBody
    ? AsyncIterable<Uint8Array>
    : Declared extends MultipartBody<infer Fields>
      ? Multipart<z.output<z.ZodObject<Fields>>>
      : undefined
