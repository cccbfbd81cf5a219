import { characters } from '../api/field.ts'

const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Includes direction overrides. The joiners U+200C and U+200D stay, because many scripts need them. */
const formatting = /(?![\u200C\u200D])\p{Cf}/gu
/** Invisible on their own: the joiners, spaces of all kinds, fillers, and the blank of Braille. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** At most this many code points of a text, trimmed. */
export const truncated = (text: string, charactersMax: number): string =>
  Array.from(text.trim().slice(0, charactersMax * 2))
    .slice(0, charactersMax)
    .join('')
    .trim()

export const oneLine = (text: string): string => text.replaceAll(lineBreaking, ' ')

export const isBlankName = (name: string): boolean => name.replaceAll(invisible, '') === ''

/** Removes what names must not have; '' when nothing visible is left. */
export function cleanName(text: string): string {
  const name = oneLine(text).replaceAll(formatting, '').trim()
  return isBlankName(name) ? '' : name
}

export const normalizeName = (text: string, charactersMax: number): string =>
  cleanName(truncated(cleanName(text), charactersMax))

/** Whether a name can be kept as it was given. */
export const isName = (text: string, charactersMax: number): boolean =>
  !isBlankName(text) &&
  characters(text) <= charactersMax &&
  text.search(lineBreaking) === -1 &&
  text.search(formatting) === -1
