import { hash } from 'node:crypto'

/**
 * A strong validator, shared by all files with the blob. Derived from the key, because the digest of a chunked
 * upload is computed later.
 */
export const etagOf = (blobKey: string): string => `"${hash('sha256', blobKey, 'base64url').slice(0, 32)}"`
