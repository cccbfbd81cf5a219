import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { readCookie, writeCookie, type SealedCookie } from '../../platform/pages/sealed-cookie.ts'
import type { Link } from '../share/store.ts'
import { linkPath, type Proof } from './rules.ts'

/** For two hours, so that a download in ranges takes one password check. */
const proofCookie: SealedCookie<Proof> = {
  name: 'bureau_link',
  value: z.object({ password: z.boolean(), email: z.string().nullable() }),
  seconds: 2 * 60 * 60,
  sameSite: 'Lax',
}

/** Any change of the share settings invalidates a proof. */
const subjectOf = ({ id, version }: Link): string => `${id}:${version}`

export const readProof = (context: Context, link: Link, cookies: string | undefined): Proof | undefined =>
  readCookie(context, proofCookie, subjectOf(link), cookies)

/** Whether there is a proof, of any version. Browsers drop it when it expires. */
export const hasProof = (cookies = ''): boolean =>
  new RegExp(`(?:^|;\\s*)${proofCookie.name}(?:_\\d+)?=`).test(cookies)

/** Browsers send the cookie to this link only. */
export const writeProof = (context: Context, link: Link, proof: Proof): string =>
  writeCookie(context, proofCookie, {
    subject: subjectOf(link),
    value: proof,
    path: linkPath(link.id),
    origin: context.origins.files,
  })
