export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  /** Sent as JSON. Fields that are undefined are left out. */
  readonly body?: object
  /** Parts of a multipart form. */
  readonly form?: Readonly<Record<string, string>>
}

/** Within single quotes a shell reads everything but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export function curlCommand({ method = 'GET', url, body, form = {} }: Call): string {
  const parts = [
    `curl ${method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `}${quoted(url)}`,
    '-H "Authorization: Bearer $KEY"',
    ...Object.entries(form).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(body ? [`--json ${quoted(JSON.stringify(body))}`] : []),
  ]
  return parts.join(' \\\n  ')
}
