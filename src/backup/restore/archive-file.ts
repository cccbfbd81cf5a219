import { createReadStream } from 'node:fs'
import { ArchiveRefused } from '../archive/read.ts'
import type { Target } from '../target/target.ts'

/** A backup where it lies, with the pool of blobs beside it. */
export interface ArchiveFile {
  readonly target: Pick<Target, 'name' | 'read' | 'blobs'>
  readonly name: string
}

/** A line of the section `blobs`. */
export interface ArchivedBlob {
  readonly key: string
  readonly sizeBytes: number
  /** Undefined: not computed when the backup was made. */
  readonly sha256: string | undefined
}

export async function* archivedBlobs(list: string): AsyncGenerator<ArchivedBlob> {
  let rest = ''
  for await (const text of createReadStream(list, { encoding: 'utf8' })) {
    const lines = (rest + String(text)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield blobOf(line)
  }
}

const linePattern = /^([\w-]{16,64}) (\d{1,15}) (-|[0-9a-f]{64})$/

function blobOf(line: string): ArchivedBlob {
  const [, key, size, sha256] = linePattern.exec(line) ?? []
  if (key === undefined)
    throw new ArchiveRefused('The backup has a list of blobs that makes no sense. Use another one.')
  return { key, sizeBytes: Number(size), sha256: sha256 === '-' ? undefined : sha256 }
}
