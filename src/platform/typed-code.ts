/** U+0660 and U+06F0 are the zeros of the Arabic and the Persian digits. */
const arabicDigits = /[\u0660-\u0669\u06F0-\u06F9]/g

/** A code as people type it: with spaces and hyphens, in full width, or with Arabic digits. */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\s-]/g, '')
