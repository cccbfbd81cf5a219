import { uploadsWords } from '../../words/words.ts'
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

interface Chosen {
  readonly size: number
  readonly modified: number
  readonly digests: Digests | undefined
}

/** Why a file is not the one that an upload began with. Undefined if it is. */
export async function differenceOf(
  { size, modified, digests }: Chosen,
  file: File,
): Promise<string | undefined> {
  const { wrong } = uploadsWords
  if (file.size !== size) return wrong.size
  if (file.lastModified !== modified) return wrong.date
  if (!digests) return undefined
  const { head, tail } = await digestsOf(file)
  return head === digests.head && tail === digests.tail ? undefined : wrong.content
}

/** Browsers have `crypto.subtle` on https and localhost only. */
async function digestOf(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer())
  return 'subtle' in crypto
    ? hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
    : sha256(bytes)
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
