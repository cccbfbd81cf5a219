import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { sampleEndpoints, sampleService } from '../../../test/sample-service.ts'
import { idText, integerText, type JsonSchema } from '../field.ts'
import { operationsOf, resolved, type Operation, type Response } from './document.ts'
import { mergeDocuments } from './merge.ts'
import { collectSchemas } from './schema.ts'
import { openApi } from './openapi.ts'

const servers = [{ url: 'https://boxes.example.org' }]
const document = openApi(sampleService, sampleEndpoints, { servers })

function operation(id: string): Operation {
  const found = operationsOf(document.paths).find((each) => each.operation.operationId === id)
  if (!found) throw new Error(`no operation ${id}`)
  return found.operation
}

const answer = (id: string, status: number): Response => {
  const response = operation(id).responses[status]
  if (!response) throw new Error(`${id} has no answer ${status}`)
  return resolved<Response>(document, response)
}

/** The schema of a body, which is a component. */
const bodySchema = (id: string, type: string): JsonSchema =>
  resolved<JsonSchema>(document, operation(id).requestBody?.content[type]?.schema ?? {})

const codes = (id: string, status: number) =>
  Object.keys(answer(id, status).content?.['application/json']?.examples ?? {})

describe('parameters', () => {
  test('are integers where callers write digits, with limits and default', () => {
    expect(operation('listBoxes').parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      description: 'How many at most.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      example: 1,
    })
  })

  test('of the path are required and described', () => {
    expect(operation('getBox').parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of a box.',
        schema: { type: 'integer', minimum: 1 },
        example: 17,
      },
    ])
  })

  test('of a download are the headers of ranges and conditions', () => {
    expect(operation('openBox').parameters?.map(({ name }) => name)).toEqual([
      'id',
      'Range',
      'If-Range',
      'If-Match',
      'If-Unmodified-Since',
      'If-None-Match',
      'If-Modified-Since',
    ])
  })

  test('name the headers that the endpoint reads', () => {
    expect(operation('makeBox').parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }])
  })
})

describe('bodies', () => {
  test('are the shape that callers send: what has a default may be left out', () => {
    const schema = bodySchema('makeBox', 'application/json')
    expect(schema).toMatchObject({ required: ['title'], properties: { colour: { default: 'brown' } } })
  })

  test('of a form have the file beside the fields', () => {
    const schema = bodySchema('importBox', 'multipart/form-data')
    expect(schema).toMatchObject({
      required: ['file'],
      properties: { title: { type: 'string' }, file: { format: 'binary' } },
    })
  })

  test('of raw bytes are binary', () => {
    expect(operation('fillBox').requestBody?.content).toHaveProperty(['application/octet-stream'])
  })

  test('have names, after which generators name their types', () => {
    const { content } = operation('makeBox').requestBody ?? {}
    expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/MakeBoxRequest' })
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['MakeBoxRequest', 'ImportBoxForm', 'PackBoxForm']),
    )
  })

  test('of bytes say how many there may be', () => {
    expect(bodySchema('fillBox', 'application/octet-stream')).toMatchObject({ maxLength: 1024 })
    expect(bodySchema('importBox', 'multipart/form-data')).toMatchObject({
      properties: { file: { maxLength: 1024 } },
    })
  })

  test('of either kind are raw first, and a form', () => {
    const content = operation('packBox').requestBody?.content ?? {}
    expect(Object.keys(content)).toEqual(['application/octet-stream', 'multipart/form-data'])
    expect(bodySchema('packBox', 'multipart/form-data')).toMatchObject({ required: ['thing'] })
  })
})

describe('answers', () => {
  test('wear the envelope of the service and refer to named shapes', () => {
    expect(answer('getBox', 200).content?.['application/json']?.schema).toEqual({
      type: 'object',
      required: ['data'],
      properties: { data: { $ref: '#/components/schemas/Box' } },
    })
  })

  test('with another status beside the usual one have the same shape', () => {
    const schemaAt = (status: number) => answer('makeBox', status).content?.['application/json']?.schema
    expect(schemaAt(200)).toEqual(schemaAt(201))
    expect([answer('makeBox', 200).description, answer('makeBox', 201).description]).toEqual([
      'The answer.',
      'Created.',
    ])
  })

  test('of a list have meta', () => {
    expect(answer('listBoxes', 200).content?.['application/json']?.schema).toMatchObject({
      required: ['data', 'meta'],
      properties: { meta: { $ref: '#/components/schemas/PageMeta' } },
    })
  })

  test('do not forbid fields that a later version may add', () => {
    expect(document.components.schemas['Box']).not.toHaveProperty('additionalProperties')
  })

  test('of a download are whole, partial, unchanged, another version or out of range', () => {
    expect(Object.keys(operation('openBox').responses)).toEqual(
      expect.arrayContaining(['200', '206', '304', '412', '416']),
    )
    expect(Object.keys(answer('openBox', 206).headers ?? {})).toContain('Content-Range')
  })

  test('without a body are 204', () => {
    expect(answer('removeBox', 204).content).toBeUndefined()
  })

  test('tell of limits only to callers with a key', () => {
    expect(Object.keys(answer('getBox', 200).headers ?? {})).toContain('X-RateLimit-Limit-Minute')
    expect(Object.keys(answer('getBox', 401).headers ?? {})).toEqual(['X-Request-Id'])
    expect(Object.keys(answer('health', 200).headers ?? {})).toEqual(['X-Request-Id'])
  })
})

describe('failures', () => {
  test('are grouped by status with one example a code', () => {
    expect(codes('makeBox', 400)).toEqual(['bad_request', 'invalid_title'])
    expect(document.components.examples['invalid_title']?.value).toEqual({
      error: { code: 'invalid_title', message: 'The title is missing or too long.' },
    })
  })

  test('name the codes of each status', () => {
    expect(answer('makeBox', 400).content?.['application/json']?.schema).toEqual({
      allOf: [
        { $ref: '#/components/schemas/Failure' },
        {
          type: 'object',
          properties: {
            error: {
              type: 'object',
              properties: { code: { type: 'string', enum: ['bad_request', 'invalid_title'] } },
            },
          },
        },
      ],
    })
  })

  test('of the platform are told only where they can happen', () => {
    expect(operation('getBox').responses).not.toHaveProperty('413')
    expect(operation('listBoxes').responses).not.toHaveProperty('404')
    expect(operation('health').responses).not.toHaveProperty('401')
    expect(codes('getBox', 404)).toEqual(['not_found'])
  })

  test('that every call with a key can meet are said once', () => {
    expect(operation('getBox').responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
  })
})

describe('access', () => {
  test('needs a key and a scope unless the endpoint says otherwise', () => {
    expect(operation('makeBox')).toMatchObject({
      security: [{ key: [] }],
      'x-required-scopes': ['boxes:write'],
    })
    expect(operation('health').security).toEqual([])
    expect(operation('health')).not.toHaveProperty('x-required-scopes')
  })

  test('advertises the scopes that an operation needs, and no others', () => {
    const readers = sampleEndpoints.filter(({ id }) => id === 'listBoxes' || id === 'health')
    const { securitySchemes } = openApi(sampleService, readers, { servers }).components
    expect(Object.keys(securitySchemes['key']?.['x-scopes'] ?? {})).toEqual(['boxes:read'])
  })

  test('tells the limits of an expensive endpoint', () => {
    expect(operation('listBoxes').description).toContain(
      'At most 30 requests per 10 minutes with one key, and 60',
    )
  })
})

describe('examples', () => {
  const example = (id: string, status: number, name = 'answer') =>
    answer(id, status).content?.['application/json']?.examples?.[name]

  test('of answers are what the endpoint declares, in the envelope', () => {
    expect(example('getBox', 200)).toMatchObject({ value: { data: { id: 17, title: 'Invoices 2026' } } })
  })

  test('of each status are its own', () => {
    expect(example('makeBox', 201)).toMatchObject({ value: { data: { title: "Ada's invoices" } } })
    expect(example('makeBox', 200)).toBeUndefined()
    expect(example('makeBox', 200, 'otherAnswer')).toMatchObject({
      value: { data: { title: 'The box of before' } },
    })
  })

  test('of requests have the values that their variables are in the answers', () => {
    expect(operation('getBox').parameters).toMatchObject([{ name: 'id', example: 17 }])
    expect(operation('makeBox').requestBody?.content['application/json']?.examples).toEqual({
      request: { value: { title: "Ada's invoices", colour: 'white' } },
    })
  })

  test('stay as they are when documents are merged', () => {
    const one = { name: 'one', document }
    const merged = mergeDocuments({ title: 'All', description: 'One.' }, servers, [one])
    expect(merged.components.examples['one.sealed']).toEqual(document.components.examples['sealed'])
  })

  test('that use an operation which does not exist are an error', () => {
    const alone = sampleEndpoints.filter(({ id }) => id === 'getBox')
    expect(() => openApi(sampleService, alone, { servers })).toThrow('calls makeBox, which does not exist')
  })
})

describe('schemas', () => {
  test('keep description and default when text stands for an integer', () => {
    const schema = z.object({
      a: integerText({ min: 0, max: 9 }).default(3).describe('A digit.'),
      b: idText().optional(),
    })
    expect(collectSchemas().input(schema)['properties']).toEqual({
      a: { type: 'integer', minimum: 0, maximum: 9, default: 3, description: 'A digit.' },
      b: { type: 'integer', minimum: 1 },
    })
  })

  test('are one with null instead of a choice', () => {
    expect(collectSchemas().output(z.enum(['a', 'b']).nullable())).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
    })
  })

  test('refuse one name for two shapes', () => {
    const schemas = collectSchemas()
    const defaulting = z.object({ a: z.int().default(1) }).meta({ id: 'Defaulting' })
    schemas.output(defaulting)
    expect(() => schemas.input(defaulting)).toThrow('Defaulting is two different schemas')
  })
})
