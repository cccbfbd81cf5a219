import { hash } from 'node:crypto'

/**
 * The strong validator of a blob's bytes, the same for all files that share it. Derived from its key, which never
 * changes and is known from the start; the digest of a blob that came in chunks is computed later.
 */
export const etagOf = (blobKey: string): string => `"${hash('sha256', blobKey, 'base64url').slice(0, 32)}"`
