import { hash } from 'node:crypto'
import { typedCode } from '../../platform/typed-code.ts'

const codesCount = 10
/** No lookalikes. 32 of them, so that each byte gives one without bias. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'
const charactersCount = 12

/** 60 random bits each, in groups of four: `k3mf-92ab-7xqz`. */
export const newRecoveryCodes = (bytes: (count: number) => Buffer): readonly string[] =>
  Array.from({ length: codesCount }, () =>
    [...bytes(charactersCount)]
      .map((byte, at) => (at % 4 === 0 && at > 0 ? '-' : '') + (alphabet[byte % alphabet.length] ?? ''))
      .join(''),
  )

/** Stored in place of the code. Spaces, hyphens, and case do not matter. */
export const recoveryDigest = (typed: string): Buffer =>
  hash('sha256', typedCode(typed).toLowerCase(), 'buffer')
