import type { Answer, TestApp } from './harness.ts'

/** A person with a browser and no key, on the files origin: keeps cookies and sends the origin of the forms. */
export function visitor(app: TestApp, remoteAddress = '203.0.113.7') {
  let cookie: string | undefined
  async function go(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    url: string,
    more: { headers?: Record<string, string>; payload?: string } = {},
  ): Promise<Answer> {
    const headers = { host: 'files.test', ...(cookie !== undefined && { cookie }), ...more.headers }
    const answer = await app.call('files', { method, url, remoteAddress, ...more, headers })
    const set = answer.headers['set-cookie']
    if (typeof set === 'string') cookie = set.split(';')[0]
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
    cookie: () => cookie,
    setCookie: (value: string | undefined) => (cookie = value),
  }
}
