import { MIMEType } from 'node:util'

export function mediaTypeOf(header: string | undefined): MIMEType | undefined {
  try {
    return new MIMEType(header ?? '')
  } catch {
    return undefined
  }
}

export const isMultipart = (header: string | undefined): boolean =>
  mediaTypeOf(header)?.essence === 'multipart/form-data'
