import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { cookieName } from './cookie-name.ts'
import { SecretUnreadable, type Vault } from '../secrets/vault.ts'

/** A cookie that only this installation can read or write. */
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

/** The value is encrypted and tied to the cookie and to `subject`: it opens for nothing else. */
const purposeOf = (cookie: Pick<SealedCookie<unknown>, 'name'>, subject: string): string =>
  `cookie.${cookie.name}:${subject}`

/**
 * What the cookie says of `subject`; undefined when it is missing, expired, changed, or about something else. Those of other
 * installations on the host do not open.
 */
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
    // Made here, because a schema costs more than all else that is done for the many who come without a cookie.
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
  /** What the value is about; `readCookie` needs the same. */
  readonly subject: string
  readonly value: Value
  /** Browsers send the cookie to this path and what is below it. */
  readonly path: string
  /** Public address of the pages: where that is https, browsers send the cookie over https only. */
  readonly origin: string
}

/** The value of `Set-Cookie`. Scripts cannot read the cookie, nor can the visitor. */
export function writeCookie<Value>(
  { vault, clock }: Parts,
  cookie: SealedCookie<Value>,
  { subject, value, path, origin }: CookieContent<Value>,
): string {
  const expires = clock.now().getTime() + cookie.seconds * 1000
  const sealed = vault.seal(JSON.stringify({ value, expires }), purposeOf(cookie, subject))
  return setCookie(cookie, sealed.toString('base64url'), { path, origin, seconds: cookie.seconds })
}

/** The value of `Set-Cookie` that makes browsers forget a cookie. */
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
