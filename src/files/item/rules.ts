import { lookup } from 'mime-types'
import { characters } from '../../api/field.ts'
import { problem } from '../problems.ts'
import { previewOf, type Preview } from './preview-kind.ts'

export const nameCharactersMax = 255

/** Text direction overrides would show `invoice<U+202E>fdp.exe` as `invoiceexe.pdf`. */
const forbidden = /[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** docs/api/files.md#names */
export function isName(name: string): boolean {
  if (name.trim() === '' || name === '.' || name === '..') return false
  return !forbidden.test(name) && characters(name) <= nameCharactersMax
}

const overrides = /[\u202A-\u202E\u2066-\u2069]/gu

/** Spells out text direction overrides in names of earlier versions: `invoice[U+202E]fdp.exe`. */
export const shownName = (name: string): string =>
  name.replaceAll(overrides, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`)

const caseFold = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** Full case folding, ignoring Unicode composition: `STRASSE` equals `straße`, but a dotless ı has no other case. */
export const fold = (name: string): string =>
  name.normalize('NFD').replaceAll(/[^ı]+/g, caseFold).normalize('NFC')

const extensionCharactersMax = 32

/** Lower case, without the dot; `''` for `.hidden`, `name.` and `Mr. Smith`. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  if (dot < 1) return ''
  const extension = name.slice(dot + 1).toLowerCase()
  return /\s/u.test(extension) || extension.length > extensionCharactersMax ? '' : extension
}

export const folderMediaType = 'inode/directory'

/** From the name; the sender's Content-Type is ignored. */
export function mediaTypeOf(name: string): string {
  const extension = extensionOf(name)
  return (extension !== '' && lookup(`.${extension}`)) || 'application/octet-stream'
}

export const previewOfName = (name: string): Preview =>
  previewOf({ name, extension: extensionOf(name), mime_type: mediaTypeOf(name) })

export function blockedExtensionOf(name: string, blockedExtensions: ReadonlySet<string>): string | undefined {
  return name
    .toLowerCase()
    .split('.')
    .slice(1)
    .map((part) => (part.split(':')[0] ?? '').trim())
    .find((extension) => blockedExtensions.has(extension))
}

/** A web server may run `a.php.txt`. Windows drops trailing spaces and dots, and all from a colon on: `run.exe::$DATA`. */
export function requireAllowedType(name: string, blockedExtensions: ReadonlySet<string>): void {
  const blocked = blockedExtensionOf(name, blockedExtensions)
  if (blocked !== undefined) {
    throw problem.file_type_blocked({ message: `Files of the type .${blocked} are not accepted.` })
  }
}

export interface StoredShare {
  readonly share_status: 'private' | 'public' | 'limited'
  readonly shared_with: readonly string[]
  readonly share_password_protected: boolean
  readonly share_expires_at: Date | null
}

/** docs/api/files.md#the-file-object */
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

/** An expired link reads as private at once, not only after the next sweep. */
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
