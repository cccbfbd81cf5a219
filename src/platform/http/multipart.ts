import type { z } from 'zod'
import type { OpenRoom } from './body-memory.ts'
import { slowBodySentence, type MinimumThroughput } from './minimum-throughput.ts'

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
  /** The same bytes when they are here already; the caller may keep them. */
  readonly whole?: Buffer
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

/** Why an upload is ended that comes too slowly. */
export const slowBody = (): MultipartFault => new MultipartFault('malformed', slowBodySentence)

/** How a form is read. */
export interface Reading {
  /** Called before the first byte is read. */
  readonly welcome: () => void
  readonly throughputMin: MinimumThroughput
  readonly room: OpenRoom
}

/** What becomes of a form: `validate` turns raw fields into declared ones and throws the endpoint's own problems. */
export interface Taker<Fields, Stored> {
  readonly declared: MultipartBody
  readonly validate: (raw: Readonly<Record<string, string>>) => Fields
  readonly store: (file: ArrivingFile, early: Partial<Fields>) => Promise<Stored>
}

/** A form that was taken. */
export interface Received<Fields, Stored> {
  readonly stored: Stored
  readonly fields: Fields
}

/** The file stands in another field than the declared one. */
export const misnamed = ({ file }: MultipartBody): MultipartFault =>
  new MultipartFault('missing', `Send the file in the field "${file}".`)

/** The connection ended before the form did. */
export const cutOff = (): MultipartFault =>
  new MultipartFault('malformed', 'The form is incomplete. Send it again.')
