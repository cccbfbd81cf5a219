const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/

/** `example.com` or `*.example.com` in lower case. Undefined when it is not a host name. */
export function parseDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase()
  return hostName.test(domain.startsWith('*.') ? domain.slice(2) : domain) ? domain : undefined
}

function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  // `https://example.com@evil.test` looks like another host.
  return username === '' && password === '' ? hostname : undefined
}

const matches = (host: string, domain: string): boolean =>
  domain.startsWith('*.') ? host === domain.slice(2) || host.endsWith(domain.slice(1)) : host === domain

/** Judges `Origin`, else `Referer`: docs/api/keys.md#restrictions. Clients other than browsers can forge both. */
export function judgeOrigin(
  headers: { readonly origin: string | undefined; readonly referer: string | undefined },
  domains: readonly string[],
): 'allowed' | 'blocked' | 'missing' {
  const source = headers.origin ?? headers.referer
  if (source === undefined) return 'missing'
  const host = hostOf(source)
  return host !== undefined && domains.some((domain) => matches(host, domain)) ? 'allowed' : 'blocked'
}
