import type { IncomingHttpHeaders } from 'node:http'

/** Browsers send `Sec-Fetch-Site` to https and localhost only; otherwise `Origin` decides. */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === publicOrigin || new URL(origin).host === host
}
