import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readMigrationFiles } from '../../platform/database/migration-files.ts'
import type { ReportProgress } from '../../platform/progress.ts'
import { version } from '../../platform/version.ts'
import { blobsSection, type ArchiveEnd, type ArchiveHead } from '../archive/format.ts'
import { ArchiveRefused, openArchive } from '../archive/read.ts'
import { linesOf } from '../copy-out.ts'
import type { ArchiveFile } from './archive-file.ts'

export interface Work {
  readonly progress: ReportProgress
  readonly signal: AbortSignal
}

export interface CheckedArchive {
  readonly head: ArchiveHead
  readonly end: ArchiveEnd
}

/** Reads all of it. `keysFor`: undefined leaves the MAC unchecked. Throws ArchiveRefused, and what `keysFor` throws. */
export async function checkArchive(
  { target, name }: ArchiveFile,
  keysFor: (head: ArchiveHead) => Promise<readonly Buffer[] | undefined>,
  { progress, signal }: Work,
): Promise<CheckedArchive> {
  const archive = await openArchive(await target.read(name))
  try {
    const { head } = archive
    await requireKnownMigrations(head)
    const keys = await keysFor(head)
    let done = 0
    for await (const { bytes } of archive.sections)
      for await (const piece of bytes) {
        signal.throwIfAborted()
        done += piece.length
        progress({ step: 'Checking the backup', done, unit: 'bytes' })
      }
    return { head, end: archive.end(keys) }
  } finally {
    await archive.close()
  }
}

async function requireKnownMigrations(head: ArchiveHead): Promise<void> {
  const known = new Map((await readMigrationFiles()).map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of head.migrations) {
    const own = known.get(name)
    if (own === undefined)
      throw new ArchiveRefused(
        `The backup was made by Bureau ${head.version}, which is newer than this one (${version}). Install that version.`,
      )
    if (own !== checksum)
      throw new ArchiveRefused(
        `The backup was made with a migrations/${name} that differs from the one of this Bureau (${version}). ` +
          `Install Bureau ${head.version}.`,
      )
  }
}

/** Copies the list of the blobs, but for lost ones, to a file: the archive needs not stay open while they are copied. */
export async function extractBlobList(
  { target, name }: ArchiveFile,
  lost: readonly string[],
  path: string,
): Promise<void> {
  const archive = await openArchive(await target.read(name))
  try {
    for await (const section of archive.sections) {
      const isList = section.name === blobsSection
      const lines = isList ? without(new Set(lost), section.bytes) : []
      await pipeline(lines, createWriteStream(path, { mode: 0o600 }))
      return
    }
  } finally {
    await archive.close()
  }
}

async function* without(lost: ReadonlySet<string>, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const line of linesOf(bytes)) if (!lost.has(line.split(' ', 1)[0] ?? '')) yield `${line}\n`
}
