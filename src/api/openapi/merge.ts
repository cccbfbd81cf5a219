import type { OpenApiDocument, Server } from './document.ts'

export interface ServiceDocument {
  readonly name: string
  readonly document: OpenApiDocument
}

type Named<Value> = Readonly<Record<string, Value>>

/** Prefixes every shared name with the service: `files.File`. */
function renamed<Value>(value: Value, service: string): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => renamed(each, service)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    if (key === '$ref' && typeof inner === 'string') {
      return [key, inner.replace(/^(#\/components\/\w+\/)/, `$1${service}.`)]
    }
    if (key === 'examples') return [key, renamedExamples(inner, service)]
    if (key === 'operationId') return [key, `${service}.${String(inner)}`]
    if (key === 'tags' && Array.isArray(inner)) return [key, inner.map((tag) => `${service}: ${String(tag)}`)]
    if (key === 'security' && Array.isArray(inner)) {
      return [key, inner.map((need: Named<unknown>) => prefixed(need, service))]
    }
    return [key, renamed(inner, service)]
  })
  return Object.fromEntries(entries) as Value
}

/** Only references change; the values of examples stay as they are. */
function renamedExamples(examples: unknown, service: string): unknown {
  if (typeof examples !== 'object' || examples === null || Array.isArray(examples)) return examples
  const entries = Object.entries(examples).map(([name, example]: [string, object]) => [
    name,
    '$ref' in example ? renamed(example, service) : example,
  ])
  return Object.fromEntries(entries) as unknown
}

const prefixed = <Value>(group: Named<Value>, service: string): Named<Value> =>
  Object.fromEntries(Object.entries(group).map(([name, value]) => [`${service}.${name}`, value]))

function components({ name, document }: ServiceDocument): OpenApiDocument['components'] {
  const groups = renamed(document.components, name)
  return {
    securitySchemes: prefixed(groups.securitySchemes, name),
    schemas: prefixed(groups.schemas, name),
    headers: prefixed(groups.headers, name),
    examples: prefixed(groups.examples, name),
    responses: prefixed(groups.responses, name),
  }
}

/** Merges the services of an origin. Names of different services never collide. */
export function mergeDocuments(
  info: { readonly title: string; readonly description: string },
  servers: readonly Server[],
  services: readonly ServiceDocument[],
): OpenApiDocument {
  const [first] = services
  if (!first) throw new Error('there is nothing to merge')
  const paths = services.flatMap(({ name, document }) => Object.entries(renamed(document.paths, name)))
  const webhooks = services.flatMap(({ name, document }) =>
    Object.entries(renamed(document.webhooks ?? {}, name)),
  )
  const all = services.map(components)
  const merge = <Key extends keyof OpenApiDocument['components']>(
    key: Key,
  ): OpenApiDocument['components'][Key] =>
    Object.assign({}, ...all.map((each) => each[key])) as OpenApiDocument['components'][Key]
  return {
    openapi: '3.1.0',
    info: { ...first.document.info, ...info },
    servers,
    tags: services.flatMap(({ name, document }) =>
      document.tags.map((tag) => ({ ...tag, name: `${name}: ${tag.name}` })),
    ),
    'x-tagGroups': services
      .filter(({ document }) => document.tags.length > 0)
      .map(({ name, document }) => ({
        name: document.info.title,
        description: document.info.description,
        prefix: `${name}.`,
        tags: document.tags.map((tag) => `${name}: ${tag.name}`),
      })),
    paths: Object.fromEntries(paths),
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) }),
    components: {
      securitySchemes: merge('securitySchemes'),
      schemas: merge('schemas'),
      headers: merge('headers'),
      examples: merge('examples'),
      responses: merge('responses'),
    },
  }
}
