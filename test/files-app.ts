import { filesClient } from './files-client.ts'
import { testApp, type Answer, type TestApp, type TestAppOptions } from './harness.ts'

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

export type FilesApp = Awaited<ReturnType<typeof filesApp>>

/** An app, a tenant, and a client that calls the files API with a key of it for all scopes of files. */
export async function filesApp(options: TestAppOptions = {}) {
  const app = await testApp(options)
  const tenant = await app.tenant()
  const { key } = await tenant.key('files')
  return { app, tenant, key, files: filesClient(app, key), api: jsonCaller(app, key) }
}

/** Keys in the blob store, those of unfinished blobs with their suffix. */
export async function storedKeys(app: TestApp): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.blobs.list()) keys.push(key)
  return keys.toSorted()
}
