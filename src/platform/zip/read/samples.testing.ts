import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive that a test makes, with every lie that an archive can tell. */
export interface SampleEntry {
  /** Bytes for names that are not UTF-8. */
  readonly name: string | Buffer
  readonly bytes?: Buffer | string
  readonly deflated?: boolean
  /** Written into headers instead of the truth. */
  readonly sizeBytes?: number
  readonly compressedBytes?: number
  readonly crc32?: number
  readonly method?: number
  readonly flags?: number
  /** Unix mode: 0o120777 is a symbolic link. */
  readonly mode?: number
  /** Sizes and offset in 64 bits. */
  readonly zip64?: boolean
  /** Size and checksum follow the data, and are 0 in the local header. */
  readonly describedAfter?: boolean
  /** Extra fields of the directory, as they are. */
  readonly extra?: Buffer
  /** Offset of the local header, for entries that share bytes; nothing is written for the entry itself then. */
  readonly offset?: number
}

export interface SampleOptions {
  readonly prefix?: Buffer
  /** Reckon the prefix into offsets, as archives that run do; true when omitted. */
  readonly adjusted?: boolean
  readonly comment?: string
  readonly suffix?: Buffer
  /** The count that the end record names. */
  readonly entryCount?: number
  readonly disk?: number
  readonly zip64?: boolean
}

const numbers = (...fields: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(8)
      field.writeBigUInt64LE(BigInt(value))
      return field.subarray(0, bytes)
    }),
  )

const max32 = 0xffffffff

interface Prepared {
  readonly name: Buffer
  readonly data: Buffer
  readonly method: number
  readonly flags: number
  readonly crc: number
  readonly size: number
  readonly compressed: number
  readonly offset: number
  readonly entry: SampleEntry
}

function prepare(entry: SampleEntry, offset: number): Prepared {
  const name = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name)
  const bytes = Buffer.from(entry.bytes ?? '')
  const data = entry.deflated === true ? deflateRawSync(bytes) : bytes
  const utf8 = typeof entry.name === 'string' ? 0x800 : 0
  return {
    name,
    data,
    method: entry.method ?? (entry.deflated === true ? 8 : 0),
    flags: entry.flags ?? utf8 | (entry.describedAfter === true ? 8 : 0),
    crc: entry.crc32 ?? crc32(bytes),
    size: entry.sizeBytes ?? bytes.length,
    compressed: entry.compressedBytes ?? data.length,
    offset: entry.offset ?? offset,
    entry,
  }
}

function localRecord({ name, data, method, flags, crc, size, compressed, entry }: Prepared): Buffer {
  const late = entry.describedAfter === true
  const wide = entry.zip64 === true
  const extra = wide ? numbers([1, 2], [16, 2], [size, 8], [compressed, 8]) : Buffer.alloc(0)
  const head = numbers(
    [0x04034b50, 4],
    [wide ? 45 : 20, 2],
    [flags, 2],
    [method, 2],
    [0, 2],
    [0x5a21, 2],
    [late ? 0 : crc, 4],
    [late ? 0 : wide ? max32 : compressed, 4],
    [late ? 0 : wide ? max32 : size, 4],
    [name.length, 2],
    [extra.length, 2],
  )
  const descriptor = late ? numbers([0x08074b50, 4], [crc, 4], [compressed, 4], [size, 4]) : Buffer.alloc(0)
  return Buffer.concat([head, name, extra, data, descriptor])
}

function centralRecord({ name, method, flags, crc, size, compressed, offset, entry }: Prepared): Buffer {
  const wide = entry.zip64 === true
  const fields = wide ? numbers([1, 2], [24, 2], [size, 8], [compressed, 8], [offset, 8]) : Buffer.alloc(0)
  const extra = Buffer.concat([fields, entry.extra ?? Buffer.alloc(0)])
  const mode = entry.mode ?? 0o100644
  const head = numbers(
    [0x02014b50, 4],
    [(3 << 8) | 45, 2],
    [wide ? 45 : 20, 2],
    [flags, 2],
    [method, 2],
    [0, 2],
    [0x5a21, 2],
    [crc, 4],
    [wide ? max32 : compressed, 4],
    [wide ? max32 : size, 4],
    [name.length, 2],
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [(mode << 16) >>> 0, 4],
    [wide ? max32 : offset, 4],
  )
  return Buffer.concat([head, name, extra])
}

/** Writes a zip archive of these entries; a name that ends in `/` is a folder. */
export function sampleZip(entries: readonly SampleEntry[], options: SampleOptions = {}): Buffer {
  const { prefix = Buffer.alloc(0), adjusted = true, comment = '', suffix = Buffer.alloc(0) } = options
  const shift = adjusted ? prefix.length : 0
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const prepared = prepare(entry, at + shift)
    central.push(centralRecord(prepared))
    if (entry.offset !== undefined) continue
    const local = localRecord(prepared)
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const start = at + shift
  const count = options.entryCount ?? entries.length
  const wide = options.zip64 === true
  const wideEnd = wide
    ? numbers(
        [0x06064b50, 4],
        [44, 8],
        [45, 2],
        [45, 2],
        [0, 4],
        [0, 4],
        [count, 8],
        [count, 8],
        [directory.length, 8],
        [start, 8],
        [0x07064b50, 4],
        [0, 4],
        [start + directory.length, 8],
        [1, 4],
      )
    : Buffer.alloc(0)
  const end = numbers(
    [0x06054b50, 4],
    [options.disk ?? 0, 2],
    [0, 2],
    [wide ? 0xffff : count % 65_536, 2],
    [wide ? 0xffff : count % 65_536, 2],
    [wide ? max32 : directory.length, 4],
    [wide ? max32 : start, 4],
    [Buffer.byteLength(comment), 2],
  )
  return Buffer.concat([prefix, ...locals, directory, wideEnd, end, Buffer.from(comment), suffix])
}

/** The extra field with the true name of an entry in UTF-8. */
export function unicodePathField(raw: Buffer, name: string): Buffer {
  const text = Buffer.from(name)
  return Buffer.concat([
    numbers([0x7075, 2], [5 + text.length, 2]),
    Buffer.from([1]),
    numbers([crc32(raw), 4]),
    text,
  ])
}
