import { hash } from 'node:crypto'

/**
 * The strong validator of a blob's bytes, the same for all files that share it. From its key, which never changes and
 * is known as soon as there are bytes; the digest of a blob that came in chunks is worked out later.
 */
export const etagOf = (blobKey: string): string => `"${hash('sha256', blobKey, 'base64url').slice(0, 32)}"`
