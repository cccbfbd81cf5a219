import { filesClient } from './files-client.ts'
import { testApp, type Answer, type TestApp } from './harness.ts'

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

export type Sharing = Awaited<ReturnType<typeof sharing>>

/** An app, a key that may do all with files, and what shares them. */
export async function sharing() {
  const app = await testApp()
  const { key } = await (await app.tenant()).key('files')
  const files = filesClient(app, key)
  const api = jsonCaller(app, key)
  return {
    app,
    files,
    api,
    /** Uploads and shares a file; the path of the page of its link. */
    shared: async (bytes: string | Uint8Array, name: string, settings: object = {}): Promise<string> => {
      const { id } = await files.file(bytes, name)
      await api('POST', '/shares', { file_id: id, ...settings })
      return `/sl/${id}`
    },
  }
}
