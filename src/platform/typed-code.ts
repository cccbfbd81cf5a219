const arabicDigits = /[\u0660-\u0669\u06F0-\u06F9]/g

export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\s-]/g, '')
