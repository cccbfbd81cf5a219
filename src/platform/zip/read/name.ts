import { crc32 } from 'node:zlib'

export interface ExtraField {
  readonly id: number
  readonly data: Buffer
}

const utf8Flag = 0x0800

/** "Info-ZIP Unicode Path": version 1, the CRC-32 of the raw name, the name in UTF-8. */
const unicodePathId = 0x7075
const unicodePathHeadBytes = 5

/** A BOM is part of the name. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function asUtf8(raw: Uint8Array): string | undefined {
  try {
    return utf8.decode(raw)
  } catch {
    return undefined
  }
}

function unicodePath(raw: Buffer, fields: readonly ExtraField[]): string | undefined {
  // Computed once, because a hostile entry has thousands of such fields.
  let sum: number | undefined
  for (const { id, data } of fields) {
    if (id !== unicodePathId || data.length <= unicodePathHeadBytes || data[0] !== 1) continue
    // A tool that ignores the field may have renamed the entry.
    if (data.readUInt32LE(1) === (sum ??= crc32(raw))) return asUtf8(data.subarray(unicodePathHeadBytes))
  }
  return undefined
}

/** Upper half of code page 437. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}'

const asCodePage437 = (raw: Uint8Array): string =>
  Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upperHalf[byte - 0x80])).join('')

/** UTF-8 by flag, extra field, or valid bytes (many tools forget the flag), else code page 437. Never fails. */
export function decodeName(raw: Buffer, flags: number, fields: readonly ExtraField[]): string {
  const flagged = (flags & utf8Flag) === 0 ? undefined : asUtf8(raw)
  return flagged ?? unicodePath(raw, fields) ?? asUtf8(raw) ?? asCodePage437(raw)
}

export interface EntryPath {
  readonly parts: readonly string[]
  readonly folder: boolean
}

const drive = /^[A-Za-z]:(?=\/)/

/** Linux paths have 4,096 characters; `a/./b/` counts all parts. */
export const entryNameLimits = { charactersMax: 4096, partsMax: 256 } as const

/** Checked before splitting, because 65 KB of slashes would become 65,000 strings. */
export function isNameTooLong(name: string): boolean {
  if (name.length > entryNameLimits.charactersMax) return true
  let parts = 1
  for (let at = 0; at < name.length; at++) {
    const character = name[at]
    if ((character === '/' || character === '\\') && ++parts > entryNameLimits.partsMax) return true
  }
  return false
}

/** A path that stays inside: no drives, leading slashes, `..`, `.` or empty parts. One that ends in these is a folder. */
export function cleanPath(name: string): EntryPath {
  const parts = name.replaceAll('\\', '/').replace(drive, '').split('/')
  const isName = (part: string): boolean => part !== '' && part !== '.' && part !== '..'
  return { parts: parts.filter(isName), folder: name !== '' && !isName(parts.at(-1) ?? '') }
}
