import http from 'node:http'
import https from 'node:https'

interface ConnectionOptions {
  /** The "API URL" of the app. */
  readonly url: string
  /** The only authority that the phone trusts. */
  readonly ca: string | undefined
  /** Of the app. */
  readonly version: string
  /** What the phone was enrolled with, if it is. */
  readonly token: () => string | undefined
}

interface RequestParts {
  readonly authorization?: string
  /** JSON, or text that is sent as it is. */
  readonly body?: unknown
  readonly headers?: object
}

export interface Answer<Body = unknown> {
  readonly status: number
  readonly body: Body
}

/** How the app calls its server: connections that are kept, and its name in each request. */
export function phoneConnection({ url: base, ca, version, token }: ConnectionOptions) {
  const secure = base.startsWith('https:')
  const agent = secure ? new https.Agent({ keepAlive: true, ca }) : new http.Agent({ keepAlive: true })

  function request(method: string, url: string, parts: RequestParts = {}): Promise<http.IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
    const raw =
      parts.body === undefined || typeof parts.body === 'string' ? parts.body : JSON.stringify(parts.body)
    const headers = {
      'user-agent': `me.capcom.smsgateway/${version}`,
      ...(parts.authorization !== undefined && { authorization: parts.authorization }),
      ...(raw !== undefined && { 'content-type': 'application/json' }),
      ...parts.headers,
    }
    const sent = (secure ? https : http).request(url, { method, headers, agent }, resolve)
    sent.on('error', reject)
    sent.end(raw)
    return promise
  }

  /** A call of the API, with the token of the phone unless another authorization is given. */
  async function call<Body = unknown>(
    method: string,
    path: string,
    parts: RequestParts = {},
  ): Promise<Answer<Body>> {
    const known = token()
    const own = known === undefined ? {} : { authorization: `Bearer ${known}` }
    const response = await request(method, path.startsWith('http') ? path : `${base}${path}`, {
      ...own,
      ...parts,
    })
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    return { status: response.statusCode ?? 0, body: (text === '' ? undefined : JSON.parse(text)) as Body }
  }

  return { request, call, close: () => agent.destroy() }
}
