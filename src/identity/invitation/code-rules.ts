/** Digits and letters without I, L, O and U, so that a code can be read aloud and typed. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 16 characters of five bits each: too many codes to guess one. */
export const codeBytes = 10

/** Any case, O for 0, I or L for 1, spaces, and hyphens are accepted. */
export const typedCodePattern = /^(?:[\s-]*[0-9A-TV-Za-tv-z]){16}[\s-]*$/

/** docs/api/iam.md#limits */
const unusedMax = 50

export const tooManyCodes = (unused: number): boolean => unused >= unusedMax

export function codeOf(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
}

/** Undefined when the text cannot be a code. */
export const parseCode = (text: string): string | undefined =>
  typedCodePattern.test(text)
    ? text.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1').replaceAll(/[\s-]/g, '')
    : undefined

export type CodeState = 'valid' | 'used' | 'revoked'

export function codeState(code: {
  readonly used_at: Date | null
  readonly revoked_at: Date | null
}): CodeState {
  if (code.used_at) return 'used'
  return code.revoked_at ? 'revoked' : 'valid'
}
