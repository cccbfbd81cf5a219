import { hash } from 'node:crypto'

/** Letters and digits, so that no mail program breaks a link or takes a full stop for part of it. */
export const tokenLength = 43

/** Stored in place of the token, which has 256 random bits: a slow hash is not needed. */
export const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer')
