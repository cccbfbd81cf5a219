import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { endEntry, headEntry, type ArchiveEnd, type ArchiveHead, type Section } from './format.ts'
import { macOf, openDigest, type Digest } from './seal.ts'

const compress = promisify(zstdCompress)

const pieceBytes = 4 * 1024 * 1024

export interface ArchiveContents {
  readonly head: ArchiveHead
  /** In the order of the archive: the blobs, then the tables as `head` lists them. Each is read before the next begins. */
  readonly sections: AsyncIterable<Section>
  /** Called when all sections are read. */
  readonly counts: () => Pick<ArchiveEnd, 'rows' | 'blobs' | 'lost_blobs'>
  /** The active secret key. */
  readonly key: Buffer
}

/** A tar file: the head, the sections in compressed pieces (`files.file/000001.zst`), and the end. Memory: a few pieces. */
export function writeArchive(contents: ArchiveContents): AsyncIterable<Uint8Array> {
  const tar = pack()
  void fill(tar, contents).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error as Error),
  )
  return tar as AsyncIterable<Uint8Array>
}

async function fill(tar: Pack, { head, sections, counts, key }: ArchiveContents): Promise<void> {
  const digest = openDigest()
  const modifiedAt = new Date(head.created_at)
  const write = entryWriter(tar, digest, modifiedAt)
  await write(headEntry, jsonOf(head))
  for await (const { name, bytes } of sections) {
    let piece = 0
    for await (const content of inPieces(bytes)) {
      piece++
      await write(`${name}/${String(piece).padStart(6, '0')}.zst`, await compress(content))
    }
  }
  const sha256 = digest.hex()
  const end: ArchiveEnd = { ...counts(), sha256, mac: macOf(sha256, key) }
  await write(endEntry, jsonOf(end))
}

const jsonOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

const entryWriter =
  (tar: Pack, digest: Digest, mtime: Date) =>
  (name: string, content: Buffer): Promise<void> => {
    digest.add(name, content)
    return new Promise((resolve, reject) => {
      tar.once('error', reject)
      tar.entry({ name, mtime, mode: 0o600, size: content.length }, content, (error) => {
        tar.off('error', reject)
        if (error) reject(error)
        else resolve()
      })
    })
  }

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    gathered.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(gathered)
}
