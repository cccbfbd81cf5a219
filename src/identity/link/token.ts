import { hash } from 'node:crypto'

/** Letters and digits only, so that mail programs do not break the link. */
export const tokenLength = 43

/** Stored in place of the token, whose 256 random bits need no slow hash. */
export const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer')
