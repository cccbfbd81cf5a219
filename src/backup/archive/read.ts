import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import type { z } from 'zod'
import { OperatorError } from '../../platform/operator-error.ts'
import { version } from '../../platform/version.ts'
import { ArchiveEnd, archiveFormat, ArchiveHead, endEntry, headEntry, type Section } from './format.ts'
import { isMacOf, openDigest } from './seal.ts'

const decompress = promisify(zstdDecompress)

/** More than an entry of ours ever has. */
const entryBytesMax = 64 * 1024 * 1024

/** The archive cannot be used. The message is one sentence for the operator. */
export class ArchiveRefused extends OperatorError {}

const foreign = () => new ArchiveRefused('This file is not a backup of Bureau.')
const damaged = () =>
  new ArchiveRefused('The backup is damaged: its content is not what was written. Use another one.')
const truncated = () => new ArchiveRefused('The backup is incomplete: it ends early. Use another one.')

interface Entry {
  readonly name: string
  readonly content: Buffer
}

export interface OpenedArchive {
  readonly head: ArchiveHead
  /** Each must be read to its end before the next. Throws ArchiveRefused. */
  readonly sections: AsyncIterable<Section>
  /** Checks the sums; call it after the last section. `keys`: undefined leaves the MAC unchecked. Throws ArchiveRefused. */
  readonly end: (keys: readonly Buffer[] | undefined) => ArchiveEnd
  /** Stops reading. */
  readonly close: () => Promise<void>
}

/** Reads an archive from its beginning, once, a piece at a time. Throws ArchiveRefused for what is none, or of a newer version. */
export async function openArchive(source: Readable): Promise<OpenedArchive> {
  const digest = openDigest()
  const entries = entriesOf(source)
  const next = async (): Promise<Entry | undefined> => {
    const { value, done } = await entries.next()
    return done ? undefined : value
  }
  const close = async (): Promise<void> => {
    await entries.return(undefined)
    source.destroy()
  }
  const first = async (): Promise<ArchiveHead> => {
    const entry = await next()
    if (entry?.name !== headEntry) throw foreign()
    digest.add(entry.name, entry.content)
    return readHead(entry.content)
  }
  const head = await first().catch(async (error: unknown) => {
    await close()
    throw error
  })
  let last: Entry | undefined

  async function* sections(): AsyncGenerator<Section> {
    let entry = await next()
    for (let before = ''; entry && entry.name !== endEntry;) {
      const name = sectionOf(entry.name)
      if (name === '') throw damaged()
      if (name === before) throw new Error(`The section ${name} was not read to its end.`)
      before = name
      yield { name, bytes: bytesOf(name) }
    }
    last = entry

    async function* bytesOf(name: string): AsyncGenerator<Uint8Array> {
      while (entry && sectionOf(entry.name) === name) {
        digest.add(entry.name, entry.content)
        yield await decompress(entry.content, { maxOutputLength: entryBytesMax }).catch(() => {
          throw damaged()
        })
        entry = await next()
      }
    }
  }

  return {
    head,
    sections: sections(),
    end(keys) {
      if (!last) throw truncated()
      const end = parsed(ArchiveEnd, last.content)
      if (!end || end.sha256 !== digest.hex()) throw damaged()
      if (keys && !isMacOf(end.mac, end.sha256, keys)) throw damaged()
      return end
    },
    close,
  }
}

/** `files.file/000001.zst` → `files.file`. */
const sectionOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')))

async function* entriesOf(source: Readable): AsyncGenerator<Entry, undefined> {
  const tar = extract()
  // The loop below throws what the source throws.
  void pipeline(source, tar).catch(() => undefined)
  let isOurs = false
  const refused = () => (isOurs ? damaged() : foreign())
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header
      if (size > entryBytesMax) throw refused()
      const pieces: Uint8Array[] = []
      for await (const piece of entry) pieces.push(piece as Uint8Array)
      isOurs ||= name === headEntry
      yield { name, content: Buffer.concat(pieces) }
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const { message } = error as Error
    if (message === 'Unexpected end of data') throw truncated()
    if (message.startsWith('Invalid tar header')) throw refused()
    throw error
  }
}

function readHead(content: Buffer): ArchiveHead {
  const format = (json(content) as { format?: unknown; version?: unknown } | undefined) ?? {}
  if (typeof format.format === 'number' && format.format > archiveFormat)
    throw new ArchiveRefused(
      `The backup was written by Bureau ${String(format.version)}, which is newer than this one (${version}). Install that version.`,
    )
  const head = parsed(ArchiveHead, content)
  if (!head) throw foreign()
  return head
}

function json(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.infer<Schema> | undefined {
  const { data } = schema.safeParse(json(content))
  return data
}
