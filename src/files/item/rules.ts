import { lookup } from 'mime-types'
import { characters } from '../../api/field.ts'
import { problem } from '../problems.ts'

export const nameCharactersMax = 255

/**
 * No slash, backslash or control character, DEL and the C1 controls included, and no text direction override:
 * `invoice<U+202E>fdp.exe` is shown as `invoiceexe.pdf`.
 */
const forbidden = /[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** Whether an item may have this name; it is kept as given: docs/api/files.md#names. */
export function isName(name: string): boolean {
  if (name.trim() === '' || name === '.' || name === '..') return false
  return !forbidden.test(name) && characters(name) <= nameCharactersMax
}

const overrides = /[\u202A-\u202E\u2066-\u2069]/gu

/**
 * The name as people see it and as a download is saved. An item of an earlier version may have a text direction override: it
 * is shown instead of obeyed, `invoice[U+202E]fdp.exe`.
 */
export const shownName = (name: string): string =>
  name.replaceAll(overrides, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`)

const caseFold = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/**
 * The name as it is compared: listings, searches and archives ignore case and Unicode composition. This is Unicode's full
 * case folding, which lower case alone is not: `STRASSE` and `straße`, `ﬁ` and `FI`, and all forms of sigma are equal. A
 * dotless ı has no other case.
 */
export const fold = (name: string): string =>
  name.normalize('NFD').replaceAll(/[^ı]+/g, caseFold).normalize('NFC')

const extensionCharactersMax = 32

/** In lower case and without the dot; `''` when the name has none, as in `.hidden`, `name.` and `Mr. Smith`. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  if (dot < 1) return ''
  const extension = name.slice(dot + 1).toLowerCase()
  return /\s/u.test(extension) || extension.length > extensionCharactersMax ? '' : extension
}

/** The media type of folders, as file managers use it. */
export const folderMediaType = 'inode/directory'

/** The media type of a file, from its name. The sender's Content-Type is ignored. */
export function mediaTypeOf(name: string): string {
  const extension = extensionOf(name)
  return (extension !== '' && lookup(`.${extension}`)) || 'application/octet-stream'
}

/** The first blocked extension of a name, if any: see `requireAllowedType`. */
export function blockedExtensionOf(name: string, blockedExtensions: ReadonlySet<string>): string | undefined {
  return name
    .toLowerCase()
    .split('.')
    .slice(1)
    .map((part) => (part.split(':')[0] ?? '').trim())
    .find((extension) => blockedExtensions.has(extension))
}

/**
 * Throws `file_type_blocked` when any extension of the name is blocked: a web server may run `shell.php.txt`. Windows
 * drops spaces and dots at the end of a name and everything from a colon on, so `run.exe.` and `run.exe::$DATA` are
 * programs too.
 */
export function requireAllowedType(name: string, blockedExtensions: ReadonlySet<string>): void {
  const blocked = blockedExtensionOf(name, blockedExtensions)
  if (blocked !== undefined) {
    throw problem.file_type_blocked({ message: `Files of the type .${blocked} are not accepted.` })
  }
}

/** The share settings of an item as they are stored. */
export interface StoredShare {
  readonly share_status: 'private' | 'public' | 'limited'
  readonly shared_with: readonly string[]
  readonly share_password_protected: boolean
  readonly share_expires_at: Date | null
}

/** Share settings on the wire: docs/api/files.md#the-file-object. */
interface ShownShare {
  readonly share_status: 'private' | 'public' | 'limited'
  readonly share_active: boolean
  readonly shared_with: string | null
  readonly share_password_protected: boolean
  readonly share_expires_at: string | null
}

const privateShare: ShownShare = {
  share_status: 'private',
  share_active: false,
  shared_with: null,
  share_password_protected: false,
  share_expires_at: null,
}

/** A link past its expiry reads as private from that instant on, not only after the next sweep. */
export function shownShare(share: StoredShare, now: Date): ShownShare {
  const expired = share.share_expires_at !== null && share.share_expires_at <= now
  if (share.share_status === 'private' || expired) return privateShare
  return {
    share_status: share.share_status,
    share_active: true,
    shared_with: share.shared_with.length === 0 ? null : share.shared_with.join(','),
    share_password_protected: share.share_password_protected,
    share_expires_at: share.share_expires_at?.toISOString() ?? null,
  }
}
