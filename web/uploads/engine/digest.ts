import { sha256 } from './sha256.ts'

const edgeBytes = 64 * 1024

/** SHA-256 of the first and last 64 KB: whether a file that was chosen again is the same. */
export interface Digests {
  readonly head: string
  readonly tail: string
}

/** Throws if the file cannot be read any more. */
export async function digestsOf(file: Blob): Promise<Digests> {
  const { size } = file
  return {
    head: await digestOf(file.slice(0, edgeBytes)),
    tail: await digestOf(file.slice(Math.max(0, size - edgeBytes), size)),
  }
}

/** Browsers have `crypto.subtle` on https and localhost only. */
async function digestOf(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer())
  return isSecureContext ? hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) : sha256(bytes)
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
