import { parseEmail } from '../../identity/email.ts'
import { characters } from '../../api/field.ts'
import { quoted } from '../../platform/quoted.ts'
import { problem } from '../problems.ts'

const emailsMax = 100
const passwordCharactersMin = 8
/** Bounds the work of hashing. */
export const passwordCharactersMax = 1000

const failed = (field: 'emails' | 'password' | 'expires_at', message: string) =>
  problem.share_failed({ message, details: { field } })

/** Without duplicates, in order. Throws `share_failed`. */
export function parseEmails(list: string): readonly string[] {
  const entries = list.split(',').filter((entry) => entry.trim() !== '')
  const emails = new Set(
    entries.map((entry) => {
      const email = parseEmail(entry)
      if (email === undefined)
        throw failed('emails', `${quoted(entry.trim(), 254)} is not an e-mail address.`)
      return email
    }),
  )
  if (emails.size > emailsMax)
    throw failed('emails', `A share can have at most ${emailsMax} e-mail addresses.`)
  return [...emails]
}

/** Composed and decomposed characters make the same password. */
export const passwordForm = (password: string): string => password.normalize('NFC')

/** Throws `share_failed`; an empty password is allowed and clears it. */
export function requirePassword(password: string): void {
  const length = characters(password)
  if (length > 0 && length < passwordCharactersMin) {
    throw failed('password', `A password must have at least ${passwordCharactersMin} characters.`)
  }
  if (length > passwordCharactersMax)
    throw failed('password', `A password must have at most ${passwordCharactersMax} characters.`)
}

export const messageCharactersMax = 1000

/** A message for visitors in lines. Text direction overrides would show it in another order. */
export const isMessage = (message: string): boolean =>
  !/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u.test(message) && characters(message) <= messageCharactersMax

/** Date, then after `T` or a space the time, then an optional zone; the default is UTC. */
const instant =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?)(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?)?$/i

export function parseInstant(text: string): Date | undefined {
  const match = instant.exec(text.trim())
  if (!match) return undefined
  const [, day = '', time = '00:00', offsetHours, offsetMinutes = '00'] = match
  // 30 February would roll over into March.
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined
  const zone = offsetHours === undefined ? 'Z' : `${offsetHours}:${offsetMinutes}`
  const named = new Date(`${day}T${time.replace(',', '.')}${zone}`)
  // An offset may lead beyond the year 9999.
  return named.getTime() < endOfYears ? named : undefined
}

const endOfYears = Date.UTC(10_000, 0)

/** null clears it. Throws `share_failed` for a malformed or past expiry. */
export function parseExpiry(text: string, now: Date): Date | null {
  if (text.trim() === '') return null
  const expiry = parseInstant(text)
  if (!expiry) throw failed('expires_at', 'expires_at must be ISO 8601 or YYYY-MM-DD HH:MM:SS.')
  if (expiry <= now) throw failed('expires_at', 'expires_at must be in the future.')
  return expiry
}

export interface ShareSettings {
  readonly status: 'private' | 'public' | 'limited'
  readonly emails: readonly string[]
  readonly passwordHash: string | null
  readonly expiresAt: Date | null
}

export interface ShareChange {
  readonly status: 'private' | 'public' | 'limited'
  readonly emails: readonly string[] | undefined
  readonly passwordHash: string | null | undefined
  readonly expiresAt: Date | null | undefined
}

export const privateSettings: ShareSettings = {
  status: 'private',
  emails: [],
  passwordHash: null,
  expiresAt: null,
}

/** Expired links read as private even before the sweep. */
export const isExpired = ({ expiresAt }: Pick<ShareSettings, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now

/** Throws `share_failed` for a limited share without addresses. */
export function changedSettings(before: ShareSettings, change: ShareChange): ShareSettings {
  if (change.status === 'private') return privateSettings
  const kept = {
    passwordHash: change.passwordHash === undefined ? before.passwordHash : change.passwordHash,
    expiresAt: change.expiresAt === undefined ? before.expiresAt : change.expiresAt,
  }
  if (change.status === 'public') return { status: 'public', emails: [], ...kept }
  const emails = change.emails ?? before.emails
  if (emails.length === 0) throw failed('emails', 'A limited share needs at least one e-mail address.')
  return { status: 'limited', emails, ...kept }
}
