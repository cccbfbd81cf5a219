import { filesApp } from './files-app.ts'

export type Sharing = Awaited<ReturnType<typeof sharing>>

/** An app, a key for all scopes of files, and functions that share files. */
export async function sharing() {
  const opened = await filesApp()
  const { files, api } = opened
  return {
    ...opened,
    /** Uploads and shares a file; the path of the page of its link. */
    shared: async (bytes: string | Uint8Array, name: string, settings: object = {}): Promise<string> => {
      const { id } = await files.file(bytes, name)
      await api('POST', '/shares', { file_id: id, ...settings })
      return `/sl/${id}`
    },
  }
}
