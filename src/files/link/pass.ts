import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { SecretUnreadable } from '../../platform/secrets/vault.ts'
import { noPass, type Pass } from './rules.ts'
import type { Link } from '../share/store.ts'

/** Within this time a visitor need not prove again what he has proved; downloads of ranges cost no password check. */
const passSeconds = 2 * 60 * 60

const cookieName = 'bureau_link'

const Sealed = z.object({ password: z.boolean(), email: z.string().nullable(), expires: z.int() })

/** A pass is for one link in one version: any change of the share's settings makes all of its passes worthless. */
const purposeOf = ({ id, version }: Link): string => `share.pass:${id}:${version}`

/** What the visitor proved before, as his cookie says it, which only this server can have written. */
export function readPass(
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  link: Link,
  cookies: string | undefined,
): Pass {
  for (const pair of cookies?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=', 2)
    if (name !== cookieName) continue
    const pass = opened(() => vault.open(Buffer.from(value, 'base64url'), purposeOf(link)))
    if (pass && pass.expires > clock.now().getTime()) return { password: pass.password, email: pass.email }
  }
  return noPass
}

function opened(open: () => string): z.output<typeof Sealed> | undefined {
  try {
    return Sealed.parse(JSON.parse(open()))
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined
    throw error
  }
}

/** The cookie that carries a pass; sent for this link only, and unreadable for scripts and for the visitor himself. */
export function passCookie(
  { vault, clock, origins }: Pick<Context, 'vault' | 'clock' | 'origins'>,
  link: Link,
  pass: Pass,
): string {
  const expires = clock.now().getTime() + passSeconds * 1000
  const sealed = vault.seal(JSON.stringify({ ...pass, expires }), purposeOf(link))
  const secure = origins.files.startsWith('https:') ? '; Secure' : ''
  return (
    `${cookieName}=${sealed.toString('base64url')}; Path=/sl/${link.id}; Max-Age=${passSeconds}; ` +
    `HttpOnly; SameSite=Lax${secure}`
  )
}
