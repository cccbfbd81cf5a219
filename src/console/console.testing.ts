import { inForce } from '../identity/in-force.ts'
import { beginSession } from '../identity/session/begin-session.ts'
import { holdCredentials } from '../identity/credentials/store.ts'
import type { Answer, TestApp } from '../../test/harness.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'

/** A person who is logged in, as the web app calls for them. */
export interface Browser {
  readonly userId: number
  readonly cookie: string
  /** Below `/console/v1`. */
  readonly call: (
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** Status and code of a refused call. */
  readonly refusal: (
    method: Method,
    path: string,
    body?: object,
  ) => Promise<readonly [number, string | undefined]>
  /** `data` of a call that succeeds. */
  readonly data: <Data>(method: Method, path: string, body?: object) => Promise<Data>
}

export const refusalOf = ({ status, body }: Answer): readonly [number, string | undefined] => [
  status,
  (body as { error?: { code?: string } } | undefined)?.error?.code,
]

/** Begins a session without a password. */
export async function logIn(app: TestApp, userId: number): Promise<Browser> {
  const { random, origins } = app.context
  const { cookie } = await inForce(app.context, async (tx) => {
    const credentials = await holdCredentials(tx, userId)
    if (!credentials) throw new Error(`There is no person ${userId}.`)
    const parts = { random, filesOrigin: origins.files }
    return beginSession(tx, parts, { person: credentials, browser: 'Test', origin: { address: '127.0.0.1' } })
  })
  return browserWith(app, userId, cookie.split(';', 1)[0] ?? '')
}

export function browserWith(app: TestApp, userId: number, cookie: string): Browser {
  const call: Browser['call'] = (method, path, body, headers) =>
    app.call('files', {
      method,
      url: `/console/v1${path}`,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
      ...(body && { payload: body }),
    })
  return {
    userId,
    cookie,
    call,
    refusal: async (method, path, body) => refusalOf(await call(method, path, body)),
    data: async <Data>(method: Method, path: string, body?: object) => {
      const answer = await call(method, path, body)
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return (answer.body as { data: Data } | undefined)?.data as Data
    },
  }
}
