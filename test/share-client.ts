import type { Answer, TestApp } from './harness.ts'

/** Calls the files API with any method and a JSON body: `api('PATCH', '/shares/x', { status: 'private' })`. */
export const jsonCaller =
  (app: TestApp, key: string) =>
  (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> =>
    app.call('files', {
      method,
      url: `/api/v1${path}`,
      key,
      ...(body && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    })
