import { MIMEType } from 'node:util'

/** What a `Content-Type` header says; undefined when it is missing or malformed. */
export function mediaTypeOf(header: string | undefined): MIMEType | undefined {
  try {
    return new MIMEType(header ?? '')
  } catch {
    return undefined
  }
}

/** Whether a body is a form that may hold files, whatever the parameters of its type are. */
export const isMultipart = (header: string | undefined): boolean =>
  mediaTypeOf(header)?.essence === 'multipart/form-data'
