/** At most so many characters (code points) of a text, without spaces at its ends. */
export const truncated = (text: string, charactersMax: number): string =>
  Array.from(text.trim().slice(0, charactersMax * 2))
    .slice(0, charactersMax)
    .join('')
    .trim()

/** A name on one line: control characters become spaces, spaces at its ends go, the rest is cut off. */
export const normaliseName = (text: string, charactersMax: number): string =>
  truncated(text.replaceAll(/\p{Cc}+/gu, ' '), charactersMax)
