import { cookieName } from '../../platform/pages/cookie-name.ts'
import { idleMs } from './rules.ts'

/** Browsers send the cookie to no other host and, on https, over https only. */
const sessionName = (origin: string): string =>
  cookieName(origin.startsWith('https:') ? '__Host-bureau_session' : 'bureau_session', origin)

const tokenForm = /^[0-9A-Za-z]{43}$/

/** Undefined when the header has no token of ours. */
export function readSessionToken(origin: string, header: string | undefined): string | undefined {
  const prefix = `${sessionName(origin)}=`
  for (const pair of header?.split(';') ?? []) {
    const text = pair.trim()
    if (text.startsWith(prefix) && tokenForm.test(text.slice(prefix.length))) return text.slice(prefix.length)
  }
  return undefined
}

const write = (origin: string, token: string, seconds: number): string => {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${sessionName(origin)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

export const sessionCookie = (
  origin: string,
  token: string,
  { now, end }: { readonly now: Date; readonly end: Date },
): string => write(origin, token, Math.floor(Math.min(idleMs, end.getTime() - now.getTime()) / 1000))

export const noSessionCookie = (origin: string): string => write(origin, '', 0)
