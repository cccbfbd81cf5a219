import type { JsonSchema } from '../field.ts'
import {
  credentialsOf,
  type OpenApiDocument,
  type Operation,
  type OperationMethod,
  type Parameter,
} from '../openapi/document.ts'
import { sampleOf } from './sample.ts'

/** The first server's address, with the defaults of its variables in place. */
export function baseUrl({ servers }: OpenApiDocument): string {
  const [server] = servers
  if (!server) return ''
  return server.url.replaceAll(/\{(\w+)\}/g, (_, name: string) => server.variables?.[name]?.default ?? '')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const parameterText = (document: OpenApiDocument, { name, schema }: Parameter): string =>
  encodeURIComponent(String(sampleOf(document, schema, { name })))

function address(document: OpenApiDocument, path: string, parameters: readonly Parameter[]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    return parameter ? parameterText(document, parameter) : whole
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${parameterText(document, parameter)}`)
  return baseUrl(document) + filled + (query.length > 0 ? `?${query.join('&')}` : '')
}

function formArguments(document: OpenApiDocument, schema: JsonSchema): readonly string[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.entries(properties)
    .filter(([name]) => required.includes(name))
    .map(([name, field]) =>
      field['format'] === 'binary'
        ? `-F ${name}=@report.pdf`
        : `-F ${name}=${String(sampleOf(document, field, { name }))}`,
    )
}

function bodyArguments(document: OpenApiDocument, { requestBody }: Operation): readonly string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || !media) return []
  if (type === 'multipart/form-data') return formArguments(document, media.schema)
  if (type !== 'application/json') return [`-H 'Content-Type: ${type}'`, '--data-binary @part.bin']
  return [
    `--json ${quoted(JSON.stringify(sampleOf(document, media.schema, { requiredOnly: true }), null, 2))}`,
  ]
}

/** A command that makes the call. The credentials stay out of the shell's history: a key is in `$KEY`. */
export function curlCommand(
  document: OpenApiDocument,
  {
    path,
    method,
    operation,
  }: { readonly path: string; readonly method: OperationMethod; readonly operation: Operation },
): string {
  const body = bodyArguments(document, operation)
  const impliedMethod = body.length > 0 ? 'post' : 'get'
  const [credential] = credentialsOf(operation.security[0] ?? {})
  const isDownload = 'content' in (operation.responses['206'] ?? {})
  const url = address(document, path, operation.parameters ?? [])
  return [
    `curl ${method === impliedMethod ? '' : `-X ${method.toUpperCase()} `}${quoted(url)}`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential.toUpperCase()}"`]),
    ...body,
    ...(isDownload ? ['--remote-header-name --remote-name'] : []),
  ].join(' \\\n  ')
}
