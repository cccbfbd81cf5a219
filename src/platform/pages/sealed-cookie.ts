import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { cookieName } from './cookie-name.ts'
import { SecretUnreadable, type Vault } from '../secrets/vault.ts'

/** Only this installation can read and write it. */
export interface SealedCookie<Value> {
  readonly name: string
  readonly value: z.ZodType<Value>
  readonly seconds: number
  readonly sameSite: 'Lax' | 'Strict'
}

interface Parts {
  readonly vault: Vault
  readonly clock: Clock
}

/** Binds the encrypted value to the cookie and `subject`. */
const purposeOf = (cookie: Pick<SealedCookie<unknown>, 'name'>, subject: string): string =>
  `cookie.${cookie.name}:${subject}`

/** Undefined if missing, expired, changed, or of another subject. Cookies of other installations on the host don't open. */
export function readCookie<Value>(
  { vault, clock }: Parts,
  cookie: SealedCookie<Value>,
  subject: string,
  header: string | undefined,
): Value | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, text = ''] = pair.trim().split('=', 2)
    if (name !== cookie.name && !name?.startsWith(`${cookie.name}_`)) continue
    const json = opened(vault, Buffer.from(text, 'base64url'), purposeOf(cookie, subject))
    if (json === undefined) continue
    // Lazy, because building a schema is expensive and most requests have no cookie.
    const sealed = z.object({ value: cookie.value, expires: z.int() }).safeParse(JSON.parse(json))
    if (sealed.success && sealed.data.expires > clock.now().getTime()) return sealed.data.value
  }
  return undefined
}

function opened(vault: Vault, sealed: Buffer, purpose: string): string | undefined {
  try {
    return vault.open(sealed, purpose)
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined
    throw error
  }
}

export interface CookieContent<Value> {
  readonly subject: string
  readonly value: Value
  readonly path: string
  /** Secure if this is https. */
  readonly origin: string
}

/** `Set-Cookie`; HttpOnly and encrypted. */
export function writeCookie<Value>(
  { vault, clock }: Parts,
  cookie: SealedCookie<Value>,
  { subject, value, path, origin }: CookieContent<Value>,
): string {
  const expires = clock.now().getTime() + cookie.seconds * 1000
  const sealed = vault.seal(JSON.stringify({ value, expires }), purposeOf(cookie, subject))
  return setCookie(cookie, sealed.toString('base64url'), { path, origin, seconds: cookie.seconds })
}

export const clearCookie = (
  cookie: SealedCookie<unknown>,
  place: Pick<CookieContent<unknown>, 'path' | 'origin'>,
): string => setCookie(cookie, '', { ...place, seconds: 0 })

function setCookie(
  { name, sameSite }: Pick<SealedCookie<unknown>, 'name' | 'sameSite'>,
  text: string,
  { path, origin, seconds }: { readonly path: string; readonly origin: string; readonly seconds: number },
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(name, origin)}=${text}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`
}
