import type { IncomingMessage } from 'node:http'
import { BodyRefused, gatherBody, type BodyLimits } from '../http/gather-body.ts'
import { mediaTypeOf } from '../http/media-type.ts'

export interface FormLimits {
  readonly bytesMax: number
  readonly fieldsMax: number
  readonly timeoutMs: number
}

export const formLimitsDefault: FormLimits = { bytesMax: 16 * 1024, fieldsMax: 20, timeoutMs: 10_000 }

export type FormFault = 'not_a_form' | 'too_many_fields' | 'too_large' | 'too_slow'

export class FormRefused extends Error {
  override readonly name = 'FormRefused'
  readonly fault: FormFault

  constructor(fault: FormFault) {
    super(`The form was refused: ${fault}.`)
    this.fault = fault
  }
}

/** Not validated. */
export type RawForm = Readonly<Record<string, string>>

export async function readForm(
  request: IncomingMessage,
  limits: FormLimits & Pick<BodyLimits, 'room'>,
): Promise<RawForm> {
  const type = mediaTypeOf(request.headers['content-type'])?.essence
  if (type !== 'application/x-www-form-urlencoded') throw new FormRefused('not_a_form')
  const fields = [...new URLSearchParams((await gather(request, limits)).toString())]
  if (fields.length > limits.fieldsMax) throw new FormRefused('too_many_fields')
  return Object.fromEntries(fields.toReversed())
}

async function gather(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  try {
    return await gatherBody(request, limits)
  } catch (error) {
    throw error instanceof BodyRefused ? new FormRefused(error.reason) : error
  }
}
