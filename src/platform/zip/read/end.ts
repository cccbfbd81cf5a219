import { ArchiveFault } from './fault.ts'
import type { WindowedReader } from './source.ts'

const endSignature = Buffer.from([0x50, 0x4b, 5, 6])
const endBytes = 22
/** The end record with the longest comment, and the zip64 locator. */
const tailBytes = 20 + endBytes + 0xffff

/** Tools like bsdtar pad the last block of a pipe with NULs. */
const paddingBytesMax = 1024 * 1024

async function paddingStart(reader: WindowedReader): Promise<number> {
  const reach = Math.max(0, reader.sizeBytes - paddingBytesMax)
  for (let end = reader.sizeBytes; end > reach; end -= tailBytes) {
    const start = Math.max(0, end - tailBytes)
    const block = await reader.bytes(start, end - start)
    const last = block.findLastIndex((byte) => byte !== 0)
    if (last >= 0) return start + last + 1
  }
  return 0
}

/** Before padding. Throws ArchiveFault if the end record contradicts it; without one returns the file's end. */
export async function endOfArchive(reader: WindowedReader): Promise<number> {
  const { sizeBytes } = reader
  const contentEnd = await paddingStart(reader)
  // An end record may itself end with NULs.
  const limit = Math.min(sizeBytes, contentEnd + endBytes)
  const start = Math.max(0, limit - tailBytes)
  const tail = await reader.bytes(start, limit - start)
  const at = tail.subarray(0, -(endBytes - endSignature.length)).lastIndexOf(endSignature)
  if (at < 0) return sizeBytes
  const end = start + at + endBytes + tail.readUInt16LE(at + endBytes - 2)
  if (end > sizeBytes) throw new ArchiveFault('invalid', 'The end of the archive is missing.')
  if (end < contentEnd) throw new ArchiveFault('invalid', 'The archive has bytes after its end.')
  return end
}
