import { z } from 'zod'
import { formOf } from '../body.ts'
import { requirementsOf } from '../caller.ts'
import type { Endpoint } from '../endpoint.ts'
import { isSchema } from '../result.ts'
import type { ServiceProfile } from '../service.ts'
import type { CallExample, ExampleFile, ExampleInput } from '../example.ts'
import { givenTo, knownTo, stepsOf, variableIn, withValues, type KnownVariable } from './plan.ts'

/** The variable for credentials, which keeps them out of the shell's history: `FILES_KEY`. */
export const credentialVariable = ({ name }: ServiceProfile, credential: string): string =>
  `${name}_${credential}`.toUpperCase()

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const lineCharactersMax = 60

/** A single-quoted argument, interrupted for each variable. */
function jsonArgument(body: unknown, known: readonly KnownVariable[]): string {
  const line = JSON.stringify(body)
  const text = line.length > lineCharactersMax ? JSON.stringify(body, null, 2) : line
  return quoted(text).replaceAll(/"(\$[A-Z_]+)"/g, (_, variable: string) =>
    typeof withValues(variable, known) === 'number' ? `'${variable}'` : `"'${variable}'"`,
  )
}

const shellText = (text: string): string => (variableIn(text) === undefined ? encodeURIComponent(text) : text)

function address(base: string, { definition }: Endpoint, { params, query = {} }: ExampleInput): string {
  const path = definition.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    shellText(params?.[name] ?? whole),
  )
  const fields = Object.entries(query).map(([name, value]) => `${name}=${shellText(value)}`)
  const url = base + path + (fields.length > 0 ? `?${fields.join('&')}` : '')
  return url.includes('$') ? `"${url}"` : quoted(url)
}

const contentOf = (file: ExampleFile): string => ('text' in file ? file.text : '@-')

function bodyArguments(
  { definition: { body } }: Endpoint,
  { body: fields = {}, file }: ExampleInput,
  known: readonly KnownVariable[],
): readonly string[] {
  if (body === undefined) return []
  if (body instanceof z.ZodObject) return [`--json ${jsonArgument(fields, known)}`]
  if (!file) throw new Error('The example of a call that takes bytes has to have a file.')
  const form = formOf(body)
  if (body.kind !== 'multipart' || !form)
    return ["-H 'Content-Type: application/octet-stream'", `--data-binary ${quoted(contentOf(file))}`]
  const texts = Object.entries(fields).map(([name, value]) =>
    variableIn(value) === undefined
      ? `-F ${quoted(`${name}=${String(value)}`)}`
      : `-F "${name}=${String(value)}"`,
  )
  return [...texts, `-F ${quoted(`${form.file}=${contentOf(file)};filename=${file.name}`)}`]
}

const pipeOf = ({ file }: ExampleInput): string =>
  file && 'base64' in file ? `echo ${file.base64} | base64 -d | ` : ''

const retryOptions = '--fail --retry 20 --retry-delay 1 --retry-all-errors'

interface Command {
  readonly base: string
  readonly endpoint: Endpoint
  readonly input: CallExample
  readonly known: readonly KnownVariable[]
  readonly silent: boolean
}

function curlCommand({ base, endpoint, input, known, silent }: Command): string {
  const { method, result } = endpoint.definition
  const body = bodyArguments(endpoint, input, known)
  const implied = body.length > 0 ? 'POST' : 'GET'
  const start = ['curl', silent ? '-sS' : '', method === implied ? '' : `-X ${method}`].filter(Boolean)
  const [requirement] = requirementsOf(endpoint)
  const isDownload = !isSchema(result) && result.kind === 'download'
  const lines = [
    `${start.join(' ')} ${address(base, endpoint, input)}`,
    ...(requirement
      ? [`-H "Authorization: Bearer $${credentialVariable(endpoint.service, requirement.kind.credential)}"`]
      : []),
    ...body,
    ...(isDownload ? ['--remote-header-name --remote-name'] : []),
    ...(input.retried ? [retryOptions] : []),
  ]
  return pipeOf(input) + lines.join(' \\\n  ')
}

/** Stops with an explanation when a variable is not set. */
const check = ({ variable, meaning }: { readonly variable: string; readonly meaning: string }): string =>
  `: "\${${variable}:?is ${meaning}; set it first}"`

/** The example as commands to paste: variables to set, earlier calls, then the call itself. Undefined without an example. */
export function curlCommands(
  endpoint: Endpoint,
  endpoints: readonly Endpoint[],
  base: string,
): string | undefined {
  const { example } = endpoint.definition
  if (!example) return undefined
  const known = knownTo(endpoint, endpoints)
  const made = stepsOf(endpoint, endpoints).map(({ variable, path, endpoint: called, input }) => {
    const command = curlCommand({ base, endpoint: called, input, known, silent: true })
    return `${variable}=$(${command} \\\n  | jq -r ${quoted(path)})`
  })
  const before = [...givenTo(endpoint).map(check), ...made]
  const call = curlCommand({ base, endpoint, input: example, known, silent: false })
  return before.length === 0 ? call : `${before.join('\n')}\n\n${call}`
}
