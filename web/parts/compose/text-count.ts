import { countSegments, unicodeCharacter } from '../../../src/sms/segments.ts'

/** As the server takes it. */
export const charactersMax = 1600

export interface TextCount {
  /** Code points, as the server counts. */
  readonly characters: number
  readonly parts: number
  /** Makes each part shorter. */
  readonly unicode: string | undefined
}

/** Longer texts are refused, so their parts are not worth the time. */
const countedMax = 2 * charactersMax

export function countOf(body: string): TextCount {
  const characters = Array.from(body).length
  const counted = characters > countedMax ? Array.from(body).slice(0, countedMax).join('') : body
  return {
    characters,
    parts: body === '' ? 0 : countSegments(counted),
    unicode: unicodeCharacter(counted),
  }
}
