/** What JSON leaves as it is and nobody sees: control characters, line ends and signs that turn the direction of text. */
const unseen = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The beginning of a text from outside, for a message: in quotation marks, with escapes for what is not printable. */
export const quoted = (text: string, charactersMax = 100): string =>
  JSON.stringify(Array.from(text).slice(0, charactersMax).join('')).replaceAll(unseen, escaped)
