import { urlOf } from '../../api/call.ts'

/** Shows a file of a safe type inside a page. */
export const previewUrl = (workspace: number, id: string): string =>
  urlOf('getItemPreview', { workspace, id })
