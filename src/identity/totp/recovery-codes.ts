import { hash } from 'node:crypto'
import { typedCode } from '../../platform/typed-code.ts'

const codesCount = 10
/** Without letters and digits that look alike. 32 of them, so that each byte gives one without favour. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'
const charactersCount = 12

/** Codes of 60 random bits, in groups of four: `k3mf-92ab-7xqz`. */
export const newRecoveryCodes = (bytes: (count: number) => Buffer): readonly string[] =>
  Array.from({ length: codesCount }, () =>
    [...bytes(charactersCount)]
      .map((byte, at) => (at % 4 === 0 && at > 0 ? '-' : '') + (alphabet[byte % alphabet.length] ?? ''))
      .join(''),
  )

/** Stored in place of the code; spaces, hyphens and case do not matter. */
export const recoveryDigest = (typed: string): Buffer =>
  hash('sha256', typedCode(typed).toLowerCase(), 'buffer')
