import type { Answer, TestApp } from './harness.ts'

/** A person with a browser and no key, on the files origin: keeps cookies and sends the origin of the forms. */
export function visitor(app: TestApp, remoteAddress = '203.0.113.7') {
  let cookies = new Map<string, string>()
  const cookie = () =>
    cookies.size === 0 ? undefined : [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (set: string) => {
    const [pair = '', ...attributes] = set.split(/; ?/)
    const [name = '', value = ''] = pair.split('=', 2)
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, value)
  }
  async function go(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    url: string,
    more: { headers?: Record<string, string>; payload?: string } = {},
  ): Promise<Answer> {
    const headers = { host: 'files.test', ...(cookies.size > 0 && { cookie: cookie() }), ...more.headers }
    const answer = await app.call('files', { method, url, remoteAddress, ...more, headers })
    const set = answer.headers['set-cookie']
    for (const each of [set ?? []].flat()) keep(String(each))
    return answer
  }
  return {
    go,
    get: (url: string, headers: Record<string, string> = {}) => go('GET', url, { headers }),
    submit: (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      go('POST', url, {
        headers: {
          origin: 'http://files.test',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        payload: new URLSearchParams(fields).toString(),
      }),
    cookie,
    /** Replaces all cookies. */
    setCookie: (header: string | undefined) => {
      cookies = new Map()
      for (const pair of header?.split('; ') ?? []) keep(pair)
    },
  }
}

export type Visitor = ReturnType<typeof visitor>
