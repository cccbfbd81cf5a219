/** Control characters, line separators and text direction marks that `JSON.stringify` does not escape. */
const unseen = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The beginning of untrusted text, for a message: in quotation marks, with invisible characters escaped. */
export const quoted = (text: string, charactersMax = 100): string =>
  JSON.stringify(Array.from(text).slice(0, charactersMax).join('')).replaceAll(unseen, escaped)
