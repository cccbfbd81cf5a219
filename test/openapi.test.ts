import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf } from '../src/api/openapi/responses.ts'
import { resolved, type Response } from '../src/api/openapi/document.ts'
import { serviceNames } from '../src/identity/services.ts'
import type { JsonSchema } from '../src/api/field.ts'
import { openApi } from '../src/api/openapi/openapi.ts'
import { publishedServices } from '../tools/generate.ts'
import { makers } from './contract-makers.ts'
import { bodyOf, takesSecret, targets, titleOf, urlOf, type Target } from './contract-targets.ts'
import { systemSecret } from '../src/platform/secrets/system-secret.ts'
import { testApp, type TestApp } from './harness.ts'

const documents = serviceNames.map((name) => {
  const { service, endpoints, ...options } = publishedServices[name]
  return { name, service, endpoints, document: openApi(service, endpoints, options) }
})

/** One for each operation: those of the gateway are the same. */
const operations = [
  ...new Map(targets.map((target) => [`${target.name} ${target.endpoint.id}`, target])).values(),
]
const each = (list: readonly Target[]) => list.map((target): [string, Target] => [titleOf(target), target])

/** Names that generated code would hide from its users: those of JavaScript, and of browsers. */
const taken = new Set(
  Object.getOwnPropertyNames(globalThis).concat(
    ['Comment', 'Document', 'Element', 'Event', 'File', 'History', 'Image', 'Location', 'Node'],
    ['Notification', 'Option', 'Range', 'Selection', 'Storage', 'Text', 'Window', 'Record', 'Partial'],
  ),
)

describe('a document', () => {
  test('names no schema after a global of JavaScript', () => {
    const names = documents.flatMap(({ document }) => Object.keys(document.components.schemas))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => taken.has(name))).toEqual([])
  })

  test.each(documents)(
    'of $name advertises only scopes, tags and codes of calls that exist',
    ({ document, endpoints }) => {
      const needed = new Set(
        Object.values(document.paths).flatMap((item) =>
          Object.values(item).flatMap((operation) => operation['x-required-scopes'] ?? []),
        ),
      )
      const scopes = Object.values(document.components.securitySchemes).flatMap((scheme) =>
        Object.keys(scheme['x-scopes']),
      )
      expect(scopes.filter((scope) => scope !== '*' && !needed.has(scope))).toEqual([])
      const codes = new Set(endpoints.flatMap(codesOf))
      expect(Object.keys(document.components.examples).filter((code) => !codes.has(code))).toEqual([])
      if (endpoints.length > 0) return
      const { info: _, servers: _servers, openapi: _version, ...rest } = document
      expect(JSON.stringify(rest)).toBe(
        '{"tags":[],"paths":{},"components":{"securitySchemes":{},"schemas":{},"headers":{},"examples":{},"responses":{}}}',
      )
    },
  )
})

test.each(documents)('the document of $name says of each tag what its calls are about', ({ document }) => {
  for (const { name, description } of document.tags) {
    expect(name).not.toBe('')
    expect(description).not.toMatch(/^Operations of/)
  }
})

type Place = readonly [path: string, schema: JsonSchema]

/** Every field in a schema, with its path. References are followed, because no shape contains itself. */
function fieldsIn(target: Target, schema: JsonSchema, path = ''): readonly Place[] {
  const opened = resolved<JsonSchema>(target.document, schema)
  const inner = (value: unknown) => (Array.isArray(value) ? (value as JsonSchema[]) : [])
  const items = opened['items'] as JsonSchema | undefined
  return [
    ...Object.entries((opened['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(
      ([name, field]): readonly Place[] => [
        [`${path}${name}`, field],
        ...fieldsIn(target, field, `${path}${name}.`),
      ],
    ),
    ...(items ? fieldsIn(target, items, path) : []),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      inner(opened[key]).flatMap((choice) => fieldsIn(target, choice, path)),
    ),
  ]
}

const answerSchemas = ({ document, operation }: Target): readonly JsonSchema[] =>
  Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) =>
      Object.values(resolved<Response>(document, response).content ?? {}).map(({ schema }) => schema),
    )

const isText = ({ type }: JsonSchema): boolean => [type].flat().includes('string')

/** Fields whose text a parser reads, or that is only compared: no length or pattern describes them. */
const unlimited = new Set(['to', 'from', 'phone', 'emails', 'expires_at', 'q'])

describe.each(each(operations))('%s', (_, target) => {
  const { operation } = target

  test('has answers whose instants are date-time, or say their form', () => {
    const instants = answerSchemas(target)
      .flatMap((schema) => fieldsIn(target, schema))
      .filter(([path]) => /(_at|^time|\.time|timestamp)$/.test(path))
    const vague = instants.filter(([, field]) => field['format'] !== 'date-time' && !('pattern' in field))
    expect(vague.map(([path]) => path)).toEqual([])
  })

  test('limits every text of a request', () => {
    const fields: readonly Place[] = [
      ...(operation.parameters ?? [])
        .filter((parameter) => parameter.in !== 'header' || parameter.name === 'Idempotency-Key')
        .map(({ name, schema }): Place => [name, schema]),
      ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
        fieldsIn(target, schema),
      ),
    ]
    const open = fields.filter(
      ([name, field]) =>
        isText(field) &&
        !unlimited.has(name.split('.').at(-1) ?? name) &&
        !['maxLength', 'pattern', 'enum', 'format', 'const'].some((keyword) => keyword in field),
    )
    expect(open.map(([name]) => name)).toEqual([])
  })

  test('names the codes of each failure', () => {
    for (const [status, value] of Object.entries(operation.responses)) {
      if (!/^[45]/.test(status)) continue
      const [media] = Object.values(resolved<Response>(target.document, value).content ?? {})
      const listed = fieldsIn(target, media?.schema ?? {}).flatMap(([path, { enum: codes }]) =>
        path === 'error.code' && Array.isArray(codes) ? (codes as string[]) : [],
      )
      expect(listed).toEqual(Object.keys(media?.examples ?? {}))
      expect(listed.length).toBeGreaterThan(0)
    }
  })
})

/** The body with a value at a path, which leads through the first item of a list. */
function placed(fields: unknown, path: readonly string[], value: unknown): unknown {
  if (Array.isArray(fields)) return [placed(fields[0], path, value), ...(fields as unknown[]).slice(1)]
  const [name = '', ...inner] = path
  const known = fields as Readonly<Record<string, unknown>> | undefined
  return { ...known, [name]: inner.length === 0 ? value : placed(known?.[name], inner, value) }
}

const withJson = operations.filter(({ operation }) => operation.requestBody?.content['application/json'])

describe('the limits of', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  describe.each(each(withJson))('%s', (_, target) => {
    let key: string
    /** What the path names has to exist, because some limits are checked after it was found. */
    let ids: Readonly<Record<string, string>>
    beforeAll(async () => {
      const tenant = await app.tenant()
      key = takesSecret(target) ? await systemSecret(app.context) : (await tenant.key(target.name)).key
      const [, resource = ''] = target.endpoint.definition.path.split('/')
      ids = (await makers[target.name][resource]?.(app, tenant)) ?? {}
    })

    const media = target.operation.requestBody?.content['application/json']
    const [example] = Object.values(media?.examples ?? {})
    const body = example && 'value' in example ? (example.value as Record<string, unknown>) : {}
    const known = (fields: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, ids[name] ?? value]))
    const send = (field: string, value: unknown) =>
      app.call(target.origin, {
        method: target.endpoint.definition.method,
        url: urlOf(target, ids),
        key,
        ...bodyOf(target),
        payload: JSON.stringify(placed(known(body), field.split('.'), value)),
      })

    test('are those that are kept', async () => {
      for (const [name, field] of fieldsIn(target, media?.schema ?? {})) {
        const { maxLength, maximum, minimum } = field
        const beyond = [
          ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1)] : []),
          ...(typeof maximum === 'number' ? [maximum + 1] : []),
          ...(typeof minimum === 'number' ? [minimum - 1] : []),
        ]
        for (const value of beyond) {
          const answer = await send(name, value)
          expect([answer.status, answer.text], name).toEqual([
            400,
            expect.stringMatching(new RegExp(name.replaceAll('.', String.raw`\b.*\b`), 'i')),
          ])
        }
      }
    })
  })
})
