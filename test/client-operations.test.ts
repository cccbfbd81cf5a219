import { describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../src/api/openapi/document.ts'
import { clientOperations } from '../tools/client-operations.ts'

const schema = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const answer = (content: unknown) => ({ description: 'The answer.', content })
const json = (value: unknown) => ({ 'application/json': { schema: value } })
const parameter = (place: string, name: string, type: object, required = place === 'path') => ({
  name,
  in: place,
  required,
  schema: type,
})

const document = {
  openapi: '3.1.0',
  paths: {
    '/workspaces/{workspace}/keys': {
      get: {
        operationId: 'listKeys',
        parameters: [
          parameter('path', 'workspace', { type: 'integer' }),
          parameter('query', 'state', { enum: ['active', "it's"] }),
          parameter('query', 'before', { type: ['integer', 'null'] }),
          parameter('header', 'X-Other', { type: 'string' }),
        ],
        responses: {
          200: answer(
            json(
              schema({
                data: { type: 'array', items: { $ref: '#/components/schemas/sms.Key' } },
                meta: schema({ next_before: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
              }),
            ),
          ),
        },
      },
      post: {
        operationId: 'sms.createKey',
        parameters: [parameter('path', 'workspace', { type: 'integer' })],
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/CreateKeyRequest' }) },
        responses: { 201: answer(json(schema({ data: { const: true } }))), 400: answer(json({})) },
      },
    },
    '/chunk': {
      post: {
        operationId: 'sendChunk',
        requestBody: { required: true, content: { 'multipart/form-data': { schema: {} } } },
        responses: { 204: { description: 'Done.' } },
      },
    },
    '/events': {
      get: {
        operationId: 'watch',
        parameters: [parameter('query', 'topic', { type: 'string' }, true)],
        responses: { 200: answer({ 'text/event-stream': { schema: {} } }) },
      },
    },
    '/session': {
      delete: { operationId: 'endSession', responses: { 204: { description: 'Done.' } } },
    },
  },
  components: {
    schemas: {
      'sms.Key': schema({ id: { type: 'integer' }, name: { type: ['string', 'null'] }, 'a-b': {} }, ['id']),
      CreateKeyRequest: schema(
        { name: { type: 'string' }, ips: { type: 'array', items: { oneOf: [{ type: 'string' }] } } },
        ['name'],
      ),
    },
  },
} as unknown as OpenApiDocument

const source = clientOperations(document)
const lineOf = (id: string) =>
  source.split('\n').find((line) => line.trimStart().startsWith(`readonly ${id}:`))

describe('the types of the client', () => {
  test('name what an operation takes: its path, its query, its body', () => {
    expect(lineOf('listKeys')).toContain(
      'readonly input: { readonly workspace: string | number; ' +
        "readonly query?: { readonly state?: 'active' | 'it\\'s' | undefined; readonly before?: number | null | undefined } | undefined };",
    )
    expect(lineOf("'sms.createKey'")).toContain(
      'readonly input: { readonly workspace: string | number; readonly body: CreateKeyRequest };',
    )
    expect(lineOf('watch')).toContain('readonly input: { readonly query: { readonly topic: string } };')
    expect(lineOf('endSession')).toContain('readonly input: Readonly<Record<string, never>>;')
  })

  test('name what it returns, or leave it open where it is no JSON', () => {
    expect(lineOf('listKeys')).toContain(
      'readonly data: readonly (SmsKey)[]; readonly meta: { readonly next_before: number | null } }',
    )
    expect(lineOf("'sms.createKey'")).toContain('readonly data: true; readonly meta: undefined }')
    expect(lineOf('sendChunk')).toContain(
      'readonly input: { readonly body: unknown }; readonly data: undefined;',
    )
    expect(lineOf('watch')).toContain('readonly data: unknown; readonly meta: undefined }')
  })

  test('have the shapes of the document, whose requests may leave fields undefined', () => {
    expect(source).toContain(
      "export type SmsKey = { readonly id: number; readonly name?: string | null; readonly 'a-b'?: unknown }\n",
    )
    expect(source).toContain(
      'export type CreateKeyRequest = { readonly name: string; readonly ips?: readonly (string)[] | undefined }\n',
    )
  })

  test('say where each operation is', () => {
    expect(source).toContain("  listKeys: ['GET', '/workspaces/{workspace}/keys'],\n")
    expect(source).toContain("  'sms.createKey': ['POST', '/workspaces/{workspace}/keys'],\n")
  })

  test('are none without a document', () => {
    expect(clientOperations(undefined)).toContain('export interface Operations {\n}')
  })
})
