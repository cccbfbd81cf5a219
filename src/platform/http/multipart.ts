import type { z } from 'zod'
import type { OpenRoom } from './body-memory.ts'
import { slowBodySentence, type MinimumThroughput } from './minimum-throughput.ts'

export interface MultipartBody<Fields extends z.ZodRawShape = z.ZodRawShape> {
  readonly kind: 'multipart'
  readonly file: string
  readonly fileBytesMax: number
  readonly fields: z.ZodObject<Fields>
  readonly problems: { readonly missing: string; readonly malformed: string; readonly tooLarge: string }
}

export const multipart = <Fields extends z.ZodRawShape>(
  options: Omit<MultipartBody<Fields>, 'kind'>,
): MultipartBody<Fields> => ({ kind: 'multipart', ...options })

export interface ArrivingFile {
  readonly fileName: string
  /** Valid until the next piece is requested. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** The same bytes if they are in memory; may be kept. */
  readonly whole?: Buffer
  readonly sizeBytes?: number
  readonly fieldsMayFollow: boolean
}

export interface Multipart<Fields> {
  /** Calls `store` while the file arrives. Fields may follow the file, so the caller may have to undo `store`. */
  readonly receive: <Stored>(
    store: (file: ArrivingFile, early: Partial<Fields>) => Promise<Stored>,
  ) => Promise<{ readonly stored: Stored; readonly fields: Fields }>
}

/** `code` is a key of `MultipartBody.problems`, or a field has the wrong shape. */
export class MultipartFault extends Error {
  override readonly name = 'MultipartFault'
  readonly fault: keyof MultipartBody['problems']

  constructor(fault: keyof MultipartBody['problems'], message: string) {
    super(message)
    this.fault = fault
  }
}

export const slowBody = (): MultipartFault => new MultipartFault('malformed', slowBodySentence)

export interface Reading {
  readonly welcome: () => void
  readonly throughputMin: MinimumThroughput
  readonly room: OpenRoom
}

export interface Taker<Fields, Stored> {
  readonly declared: MultipartBody
  readonly validate: (raw: Readonly<Record<string, string>>) => Fields
  readonly store: (file: ArrivingFile, early: Partial<Fields>) => Promise<Stored>
}

export interface Received<Fields, Stored> {
  readonly stored: Stored
  readonly fields: Fields
}

export const misnamed = ({ file }: MultipartBody): MultipartFault =>
  new MultipartFault('missing', `Send the file in the field "${file}".`)

export const cutOff = (): MultipartFault =>
  new MultipartFault('malformed', 'The form is incomplete. Send it again.')
