/** Invisible characters, except joiners and emoji variants after a letter or symbol. */
const unseen =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}])(?:\u200c|\u200d|\ufe0f)|(?! |\u200c|\u200d|\ufe0f)[\p{C}\p{Z}\p{DI}]/gu

const named = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`

/** The start of untrusted text for a message, quoted, with invisible characters named. */
export const quoted = (text: string, charactersMax = 100): string =>
  `"${Array.from(text.slice(0, 2 * charactersMax))
    .slice(0, charactersMax)
    .join('')
    .replaceAll(unseen, named)}"`
