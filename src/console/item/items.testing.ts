import { form, type FormPart } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import type { Browser } from '../console.testing.ts'

/** Makes items in a workspace as the app does. */
export function itemsOf(app: TestApp, browser: Browser, workspaceId: number) {
  const path = `/workspaces/${workspaceId}`
  const send = (fileName: string, bytes: Uint8Array | string = 'x', parentId?: string) => {
    const parent: FormPart[] = parentId === undefined ? [] : [{ name: 'parent_id', value: parentId }]
    const { headers, payload } = form([...parent, { name: 'file', fileName, bytes }])
    return app.call('files', {
      method: 'POST',
      url: `/console/v1${path}/files/files`,
      headers: { ...headers, cookie: browser.cookie, 'sec-fetch-site': 'same-origin' },
      payload,
    })
  }
  return {
    path,
    send,
    file: async (fileName: string, bytes?: Uint8Array | string, parentId?: string): Promise<string> => {
      const { status, body, text } = await send(fileName, bytes, parentId)
      if (status !== 201) throw new Error(`${status} ${text}`)
      return (body as { data: { id: string } }).data.id
    },
    folder: async (name: string, parentId?: string): Promise<string> => {
      const made = { name, ...(parentId !== undefined && { parent_id: parentId }) }
      return (await browser.data<{ id: string }>('POST', `${path}/files/folders`, made)).id
    },
    share: (id: string, settings: object = {}) =>
      browser.data('POST', `${path}/files/shares`, { file_id: id, status: 'public', ...settings }),
  }
}

export type Items = ReturnType<typeof itemsOf>
