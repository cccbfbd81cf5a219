import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a form comes from a page of this origin. Browsers say so themselves where they may (`Sec-Fetch-Site` goes to
 * https and to the own machine only), otherwise the `Origin` must name the host that was asked, or the public one.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === publicOrigin || new URL(origin).host === host
}
