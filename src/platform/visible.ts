/** Control characters except line breaks and tabs, signs that turn the direction of text, and separators of lines. */
const invisible = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu

/** Text from outside as a terminal may have it: what it would obey stands there as `\u001B`, which is also right in JSON. */
export const visible = (text: string): string =>
  text.replaceAll(invisible, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
