import { crc32 } from 'node:zlib'

/** An extra field of an entry: its number and its bytes. */
export interface ExtraField {
  readonly id: number
  readonly data: Buffer
}

const utf8Flag = 0x0800

/** "Info-ZIP Unicode Path": version 1, the CRC-32 of the name that it stands for, the name in UTF-8. */
const unicodePathId = 0x7075
const unicodePathHeadBytes = 5

/** A byte order mark is part of the name, as any other character. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function asUtf8(raw: Uint8Array): string | undefined {
  try {
    return utf8.decode(raw)
  } catch {
    return undefined
  }
}

function unicodePath(raw: Buffer, fields: readonly ExtraField[]): string | undefined {
  // Once: a hostile entry has thousands of such fields beside a name of 64 KB.
  let sum: number | undefined
  for (const { id, data } of fields) {
    if (id !== unicodePathId || data.length <= unicodePathHeadBytes || data[0] !== 1) continue
    // A tool that knew nothing of the field may have renamed the entry and left the old name in it.
    if (data.readUInt32LE(1) === (sum ??= crc32(raw))) return asUtf8(data.subarray(unicodePathHeadBytes))
  }
  return undefined
}

/** The upper half of code page 437, in which names are that say nothing of their encoding. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}'

const asCodePage437 = (raw: Uint8Array): string =>
  Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upperHalf[byte - 0x80])).join('')

/**
 * The name of an entry as text: UTF-8 where the flag says so, the extra field that exists for it, UTF-8 where the bytes
 * happen to be that (many tools forget the flag), else code page 437. Never fails.
 */
export function decodeName(raw: Buffer, flags: number, fields: readonly ExtraField[]): string {
  const flagged = (flags & utf8Flag) === 0 ? undefined : asUtf8(raw)
  return flagged ?? unicodePath(raw, fields) ?? asUtf8(raw) ?? asCodePage437(raw)
}

/** Where an entry belongs below the folder that the archive becomes. */
export interface EntryPath {
  readonly parts: readonly string[]
  readonly folder: boolean
}

const drive = /^[A-Za-z]:(?=\/)/

/** What the name of an entry may have: 4,096 characters, as paths on Linux, in 256 parts, as `a/./b/` may be written. */
export const entryNameLimits = { charactersMax: 4096, partsMax: 256 } as const

/** Looked at before the name is split: a name of 65 KB that is all slashes would become 65,000 strings. */
export function isNameTooLong(name: string): boolean {
  if (name.length > entryNameLimits.charactersMax) return true
  let parts = 1
  for (let at = 0; at < name.length; at++) {
    const character = name[at]
    if ((character === '/' || character === '\\') && ++parts > entryNameLimits.partsMax) return true
  }
  return false
}

/**
 * A path that stays inside: a backslash is a separator, drive and leading slashes are dropped, and so are the parts
 * `..`, `.` and those that are empty. What ends in one of these names a folder, an empty path a file without a name.
 */
export function cleanPath(name: string): EntryPath {
  const parts = name.replaceAll('\\', '/').replace(drive, '').split('/')
  const isName = (part: string): boolean => part !== '' && part !== '.' && part !== '..'
  return { parts: parts.filter(isName), folder: name !== '' && !isName(parts.at(-1) ?? '') }
}
