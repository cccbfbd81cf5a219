import type { JsonSchema } from '../field.ts'
import {
  credentialsOf,
  resolved,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type OperationMethod,
  type Parameter,
  type Response,
} from '../openapi/document.ts'
import { exampleName } from '../openapi/responses.ts'
import { fieldsOf, kindOf } from './fields.ts'
import { html, prose, type Html } from '../../platform/pages/html.ts'
import { codeFigure, codeTable, fieldTable, jsonBlock, type CodeRow, type Row } from './table.ts'

export interface Placed {
  readonly path: string
  readonly method: OperationMethod
  readonly operation: Operation
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const parameterRow = ({ name, required, description, schema }: Parameter): Row => ({
  name,
  required,
  description,
  schema,
})

export function rowsOf(document: OpenApiDocument, schema: JsonSchema): readonly Row[] {
  const opened = resolved<JsonSchema>(document, schema)
  return fieldsOf(opened).map(({ name, required, schema: field }) => ({
    name,
    required,
    description: textOf(field['description']),
    schema: field,
  }))
}

const places = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

function parameterTables({ parameters = [] }: Operation): readonly Html[] {
  return places.flatMap(([place, title]) => {
    const rows = parameters.filter((parameter) => parameter.in === place).map(parameterRow)
    return rows.length > 0
      ? [
          html`<h4>${title}</h4>
            ${fieldTable(rows, true)}`,
        ]
      : []
  })
}

const bodyTitles: Readonly<Record<string, string>> = {
  'application/json': 'Body, JSON',
  'multipart/form-data': 'Body, multipart form',
}

function bodyTable(document: OpenApiDocument, { requestBody }: Operation): Html | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || !media) return undefined
  const rows = rowsOf(document, media.schema)
  const title = html`<h4>${bodyTitles[type] ?? `Body, ${type}`}</h4>`
  if (rows.length === 0)
    return html`${title}
      <p>${kindOf(media.schema).words === 'bytes' ? 'The raw bytes.' : 'An empty object, or no body.'}</p>`
  return html`${title}${fieldTable(rows, true)}`
}

const isSuccess = (status: string): boolean => /^[23]/.test(status)

const mediaOf = (response: Response): MediaType | undefined => Object.values(response.content ?? {})[0]

function answers(document: OpenApiDocument, operation: Operation): readonly Html[] {
  return Object.entries(operation.responses)
    .filter(([status]) => isSuccess(status))
    .map(([status, value]) => {
      const response = resolved(document, value)
      const media = mediaOf(response)
      const rows = media ? rowsOf(document, media.schema) : []
      return html`<h4>Answer <span class="status">${status}</span></h4>
        ${rows.length > 0 ? fieldTable(rows, false) : prose(response.description)}`
    })
}

export const codeRows = (document: OpenApiDocument, status: string, response: Response): readonly CodeRow[] =>
  Object.entries(mediaOf(response)?.examples ?? {}).map(([code, example]) => ({
    status,
    code,
    example: resolved(document, example),
  }))

function ownFailures(document: OpenApiDocument, operation: Operation, commonAnchor: string): Html {
  const rows = Object.entries(operation.responses).flatMap(([status, response]) =>
    isSuccess(status) || '$ref' in response ? [] : codeRows(document, status, response),
  )
  if (rows.length === 0) return html``
  return html`<details>
    <summary>${rows.length === 1 ? 'One failure' : `${rows.length} failures`} of this call</summary>
    ${codeTable(rows)}
    ${operation.security.length > 0 && html`<p class="pencil">See also: <a href="#${commonAnchor}">failures of any call</a>.</p>`}
  </details>`
}

/** The answer to the shown call first. */
function answerSamples(document: OpenApiDocument, operation: Operation): readonly Html[] {
  const samples = Object.entries(operation.responses).flatMap(([status, response]) =>
    isSuccess(status)
      ? Object.entries(mediaOf(resolved(document, response))?.examples ?? {}).map(([name, example]) => ({
          status,
          caption: name === exampleName ? 'Answer' : 'Or',
          value: resolved(document, example).value,
        }))
      : [],
  )
  return samples
    .toSorted((a, b) => Number(a.caption === 'Or') - Number(b.caption === 'Or'))
    .map(({ status, caption, value }) => codeFigure(caption, status, jsonBlock(value)))
}

function scopeLine({ components }: OpenApiDocument, operation: Operation): Html {
  const scopes = operation['x-required-scopes']
  if (!scopes)
    return html`<p class="needs">Needs no ${credentialsOf(components.securitySchemes).join(' or ')}</p>`
  if (scopes.length === 0)
    return html`<p class="needs">Any valid ${operation.security.flatMap(credentialsOf).join(' or ')}</p>`
  return html`<p class="needs">Scope ${scopes.map((scope) => html`<code>${scope}</code>`)}</p>`
}

export const verb = (method: OperationMethod): Html =>
  html`<span class="verb ${method}">${method === 'delete' ? 'DELETE' : method.toUpperCase()}</span>`

export function operationSection(document: OpenApiDocument, placed: Placed, commonAnchor: string): Html {
  const { path, method, operation } = placed
  const { operationId, summary, description, 'x-codeSamples': [sample] = [] } = operation
  return html`<section class="operation" id="${operationId}">
    <div class="told">
      <h3><a href="#${operationId}">${summary}</a></h3>
      <p class="route">${verb(method)} <code>${path}</code></p>
      ${scopeLine(document, operation)} ${description !== undefined && prose(description)}
      ${parameterTables(operation)} ${bodyTable(document, operation)} ${answers(document, operation)}
      ${ownFailures(document, operation, commonAnchor)}
    </div>
    <div class="shown">
      ${sample && codeFigure('Call', undefined, html`<code>${sample.source}</code>`)}
      ${answerSamples(document, operation)}
    </div>
  </section>`
}
