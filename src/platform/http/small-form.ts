export interface SmallForm {
  readonly file: { readonly field: string; readonly name: string; readonly bytes: Buffer }
  readonly early: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
}

export const smallFormBytesMax = 32 * 1024

const headBytesMax = 1000
const valueBytesMax = 1000
const fieldsMax = 10

const plainType = /^multipart\/form-data; ?boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i
// Only names that every parser reads the same way.
const plainHead =
  /^content-disposition: form-data; name="([ !#$&-[\]-~]{1,100})"(?:; filename="([ !#$&-[\]-~]+)"(?:\r\ncontent-type: [\w.+-]+\/[\w.+-]+)?)?$/i
const plainValue = /^[\t\n\r -~]*$/

export const plainBoundary = (contentType: string | undefined): string | undefined =>
  plainType.exec(contentType ?? '')?.[2]

/** Forms as browsers and curl write them; undefined for others. The streaming parser costs more than a small upload. */
export function smallForm(boundary: string, body: Buffer): SmallForm | undefined {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if (!body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))) return undefined
  const fields = new Map<string, string>()
  let early: SmallForm['early'] | undefined
  let file: SmallForm['file'] | undefined
  let at = delimiter.length - 2
  while (body.toString('latin1', at, at + 2) === '\r\n') {
    const part = partAt(body, at + 2, delimiter)
    if (!part || fields.has(part.field)) return undefined
    at = part.end + delimiter.length
    const { field, fileName, bytes } = part
    if (fileName !== undefined) {
      if (file) return undefined
      file = { field, name: fileName, bytes }
      early = Object.fromEntries(fields)
    } else {
      const value = plainText(bytes)
      if (value === undefined || fields.size === fieldsMax) return undefined
      fields.set(field, value)
    }
  }
  const isWhole = ['--', '--\r\n'].includes(body.toString('latin1', at))
  if (!isWhole || !file || !early) return undefined
  return {
    file,
    early,
    fields: Object.keys(early).length === fields.size ? early : Object.fromEntries(fields),
  }
}

function partAt(body: Buffer, start: number, delimiter: Buffer) {
  const headEnd = body.subarray(0, start + headBytesMax).indexOf('\r\n\r\n', start)
  if (headEnd < 0) return undefined
  const head = plainHead.exec(body.toString('latin1', start, headEnd))
  // An empty part may end with the line break of its head.
  const end = body.indexOf(delimiter, headEnd + 2)
  if (!head || end < headEnd + 4) return undefined
  return { field: head[1] ?? '', fileName: head[2], bytes: body.subarray(headEnd + 4, end), end }
}

function plainText(bytes: Buffer): string | undefined {
  if (bytes.length > valueBytesMax) return undefined
  const text = bytes.toString('latin1')
  return plainValue.test(text) ? text : undefined
}
