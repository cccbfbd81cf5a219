/** Control characters except line breaks and tabs, bidirectional controls, and line separators. */
const invisible = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu

/** Escapes as `\u001B`, which is also valid JSON. */
export const visible = (text: string): string =>
  text.replaceAll(invisible, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
