import { characters } from '../api/field.ts'

/**
 * What no name has: control characters, line breaks, and format characters such as text direction overrides. The joiners
 * U+200C and U+200D stay, because names of many scripts are spelled with them.
 */
const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const formatting = /(?![\u200C\u200D])\p{Cf}/gu
/** What shows nothing by itself: the joiners, spaces of all kinds, fillers, and the blank of Braille. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** At most so many characters (code points) of a text, without spaces at its ends. */
export const truncated = (text: string, charactersMax: number): string =>
  Array.from(text.trim().slice(0, charactersMax * 2))
    .slice(0, charactersMax)
    .join('')
    .trim()

/** A text on one line. */
export const oneLine = (text: string): string => text.replaceAll(lineBreaking, ' ')

/** Whether nobody would see the name. */
export const isBlankName = (name: string): boolean => name.replaceAll(invisible, '') === ''

/** A name as it is kept where what it must not have is removed: on one line, '' when nothing of it is visible. */
export function cleanName(text: string): string {
  const name = oneLine(text).replaceAll(formatting, '').trim()
  return isBlankName(name) ? '' : name
}

/** `cleanName`, and what exceeds the characters is cut off. */
export const normaliseName = (text: string, charactersMax: number): string =>
  cleanName(truncated(cleanName(text), charactersMax))

/** Whether a name can be kept as it was given. */
export const isName = (text: string, charactersMax: number): boolean =>
  !isBlankName(text) &&
  characters(text) <= charactersMax &&
  text.search(lineBreaking) === -1 &&
  text.search(formatting) === -1
