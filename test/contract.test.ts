import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasKeyFormat } from '../src/identity/key/format.ts'
import { scopesOf } from '../src/identity/key/scopes.ts'
import { requirementsOf } from '../src/api/caller.ts'
import { serviceNames, type ServiceName } from '../src/identity/services.ts'
import type { JsonSchema } from '../src/api/field.ts'
import { resolved } from '../src/api/openapi/document.ts'
import type { ServiceProfile } from '../src/api/service.ts'
import { systemSecret } from '../src/platform/secrets/system-secret.ts'
import {
  bodyOf,
  declaredCodes,
  takesSecret,
  targets,
  titleOf,
  urlOf,
  type Target,
} from './contract-targets.ts'
import { testApp, type Answer, type Tenant, type TestApp } from './harness.ts'
import { makers } from './contract-makers.ts'

let app: TestApp
let owner: Tenant
let stranger: Tenant
const keys = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  owner = await app.tenant()
  stranger = await app.tenant()
})
// Limits of expensive endpoints are per user and window; each test starts in new windows.
beforeEach(() => app.clock.advance(600_000))
afterAll(() => app.close())

/** A key of one of the two accounts; created once. */
async function keyOf(
  who: 'owner' | 'stranger',
  service: ServiceName,
  scopes?: readonly string[],
): Promise<string> {
  const id = `${who} ${service} ${scopes?.join()}`
  const known = keys.get(id)
  if (known !== undefined) return known
  const tenant = who === 'owner' ? owner : stranger
  const { key } = await tenant.key(service, scopes ? { scopes: [...scopes] } : {})
  keys.set(id, key)
  return key
}

/** Credentials that an endpoint takes: a key of the owner, or the secret of the installation. */
const credentialOf = (target: Target): Promise<string> =>
  takesSecret(target) ? systemSecret(app.context) : keyOf('owner', target.name)

const isPublic = ({ endpoint }: Target): boolean => requirementsOf(endpoint).length === 0
const codeOf = (answer: Answer): string | undefined =>
  (answer.body as { error?: { code?: string } } | undefined)?.error?.code

/** Wording of zod itself. */
const validatorWords =
  /Invalid (input|option|string|key|number)|expected .+, received|Too (big|small)|Unrecognized key/

/** Calls a target and compares the answer with the reference. */
async function call(
  target: Target,
  options: InjectOptions & { readonly key?: string; readonly ids?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const { ids, ...request } = options
  const method = target.endpoint.definition.method
  const answer = await app.call(target.origin, {
    method,
    url: urlOf(target, ids),
    ...request,
  })
  expect(answer.headers['x-request-id']).toMatch(/^req_\w{20}$/)
  expect(answer.text).not.toMatch(validatorWords)
  const declared = declaredCodes(target, answer.status)
  expect(declared, `${answer.status} ${answer.text}`).toBeDefined()
  if (answer.status >= 400 && answer.text !== '') expect(declared).toContain(codeOf(answer))
  return answer
}

/** The failure is in the envelope of the service, byte for byte. */
function expectFailure(service: ServiceProfile, answer: Answer, reason: string): void {
  const code = service.codes[reason] ?? `a code for ${reason}`
  expect([answer.status, codeOf(answer)]).toEqual([service.problems[code]?.[0], code])
  const { error } = answer.body as {
    error: { message: string; details?: Record<string, unknown>; reason?: string }
  }
  const details = error.details ?? (error.reason === undefined ? undefined : { reason: error.reason })
  expect(answer.body).toEqual(service.envelope.failure({ code, message: error.message, details }))
}

/** Test names for each target; a service without endpoints has none. */
const each = (list: readonly Target[]) => list.map((target): [string, Target] => [titleOf(target), target])

describe.each(each(targets.filter((target) => !isPublic(target))))('%s', (_, target) => {
  const { name: serviceName, service, endpoint } = target
  const { codes } = service

  test(`refuses a caller without a key as ${codes.missing_key}`, async () => {
    expectFailure(service, await call(target), 'missing_key')
    expectFailure(
      service,
      await call(target, { headers: { authorization: 'Basic Zm9vOmJhcg==' } }),
      'missing_key',
    )
  })

  test(`refuses a malformed key as ${codes.malformed_key}, an unknown one as ${codes.unknown_key}`, async () => {
    expectFailure(service, await call(target, { key: 'sesame' }), 'malformed_key')
    const real = await keyOf('owner', serviceName)
    const forged = real.slice(0, -1) + (real.endsWith('0') ? '1' : '0')
    expectFailure(service, await call(target, { key: forged }), 'unknown_key')
  })

  test(`refuses keys of the other services as ${codes.other_service} or ${codes.malformed_key}`, async () => {
    for (const other of serviceNames.filter((name) => name !== serviceName)) {
      const key = await keyOf('owner', other)
      const reason = hasKeyFormat(serviceName, key) ? 'other_service' : 'malformed_key'
      expectFailure(service, await call(target, { key }), reason)
    }
  })

  test(`refuses methods that the path does not support as ${codes.unknown_method}`, async () => {
    const { path } = endpoint.definition
    const taken = targets.filter(
      (each) => each.origin === target.origin && each.endpoint.definition.path === path,
    )
    const methods = new Set(taken.map((each) => each.endpoint.definition.method))
    const key = await keyOf('owner', serviceName)
    const all = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'PROPFIND', 'TRACE'] as const
    for (const wrong of all.filter((each) => !(methods as ReadonlySet<string>).has(each))) {
      const answer = await app.call(target.origin, { method: wrong, url: urlOf(target), key })
      expectFailure(service, answer, 'unknown_method')
      const allowed = String(answer.headers['allow']).split(', ')
      if (answer.status === 405) expect(allowed).toEqual(expect.arrayContaining([...methods]))
      const stranger = await app.call(target.origin, { method: wrong, url: urlOf(target) })
      expectFailure(service, stranger, 'missing_key')
    }
  })
})

/** The scope that an endpoint requires of API keys. */
const scopeOf = ({ endpoint }: Target): string | undefined =>
  requirementsOf(endpoint).find(({ kind }) => kind.name === 'api-key')?.scope

const withScope = targets.filter((target) => scopeOf(target) !== undefined)

describe.each(each(withScope))('%s', (_, target) => {
  const { name: serviceName, service } = target
  const { codes } = service
  const scope = scopeOf(target)

  test(`refuses a key that has every scope but this as ${codes.scope_missing}`, async () => {
    const others = scopesOf[serviceName].filter((each) => each !== scope && each !== '*')
    const answer = await call(target, { key: await keyOf('owner', serviceName, others) })
    expectFailure(service, answer, 'scope_missing')
    const { error } = answer.body as { error: { details?: unknown } }
    if (service.name !== 'sms') expect(error.details).toEqual({ required: [scope] })
  })
})

const readable = targets.filter(({ endpoint: { definition } }) => definition.method === 'GET')

describe.each(each(readable))('%s', (_, target) => {
  test('answers HEAD as GET, without the body', async () => {
    const key = await keyOf('owner', target.name)
    const get = await call(target, { key })
    const head = await call(target, { key, method: 'HEAD' })
    expect([head.status, head.text]).toEqual([get.status, ''])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  })
})

const withJson = targets.filter(({ operation }) => operation.requestBody?.content['application/json'])

describe.each(each(withJson))('%s', (_, target) => {
  const { codes } = target.service
  /** What is beneath a workspace is read only for keys of it. */
  const place = (): Record<string, string> =>
    target.endpoint.original ? { id: String(owner.workspaceId) } : {}
  const send = async (payload: string, contentType = 'application/json') =>
    call(target, {
      ids: place(),
      key: await credentialOf(target),
      headers: { 'content-type': contentType },
      payload,
    })

  test.each(['{"a":', 'nonsense', '{"a": 1,}', '\u{feff}{', '[]', '"text"', 'null', '7'])(
    `refuses the body %s as ${codes.malformed_json}`,
    async (payload) => {
      expectFailure(target.service, await send(payload), 'malformed_json')
    },
  )

  test(`refuses another content type as ${codes.malformed_json}`, async () => {
    expectFailure(target.service, await send('a=b', 'application/x-www-form-urlencoded'), 'malformed_json')
  })

  test(`refuses a body that is too long as ${codes.body_too_large}`, async () => {
    const payload = JSON.stringify({ filling: 'x'.repeat(target.service.jsonBytesMax) })
    expectFailure(target.service, await send(payload), 'body_too_large')
  })

  test('refuses every field of another type', async () => {
    const schema = target.operation.requestBody?.content['application/json']?.schema ?? {}
    const names = Object.keys(resolved<JsonSchema>(target.document, schema)['properties'] ?? {})
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const answer = await send(JSON.stringify({ [name]: { not: ['what', 'it', 'takes'] } }))
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
      expect(answer.status, answer.text).toBeLessThan(500)
    }
  })
})

const withQuery = targets.filter(({ operation }) => operation.parameters?.some((each) => each.in === 'query'))

describe.each(each(withQuery))('%s', (_, target) => {
  test('names the parameter that is wrong, in a sentence for people', async () => {
    const key = await keyOf('owner', target.name)
    const names = (target.operation.parameters ?? []).flatMap((each) =>
      each.in === 'query' ? each.name : [],
    )
    for (const name of names) {
      const method = target.endpoint.definition.method
      const answer = await app.call(target.origin, {
        method,
        url: `${urlOf(target).split('?', 1)[0]}?${name}=%00&${name}=x`,
        key,
        ...bodyOf(target),
      })
      expect(answer.text).not.toMatch(validatorWords)
      if (answer.status === 400) expect(answer.text).toMatch(new RegExp(`[" ]${name} must be given once\\.`))
    }
  })
})

const withIds = targets.filter(({ endpoint }) => endpoint.definition.path.includes('{'))

describe.each(each(withIds))('%s', (_, target) => {
  const { name: serviceName, service, endpoint } = target

  /** Without what differs from request to request. */
  const comparable = ({ status, body, headers }: Answer) => ({ status, body, type: headers['content-type'] })

  test('answers the same for items of another workspace as for unknown ids', async () => {
    const [, resource = ''] = endpoint.definition.path.split('/')
    const make = makers[serviceName][resource]
    if (!make) throw new Error(`contract-makers.ts does not know how to make ${service.name} ${resource}`)
    const ids = await make(app, owner)
    const key = await keyOf('stranger', serviceName)
    const unknown = await call(target, { key, ...bodyOf(target) })
    const foreign = await call(target, { key, ids, ...bodyOf(target) })
    expect([403, 404, 410]).toContain(unknown.status)
    expect(comparable(foreign)).toEqual(comparable(unknown))
  })

  test('answers the same for a malformed id as for an unknown one', async () => {
    const key = await keyOf('owner', serviceName)
    const unknown = await call(target, { key, ...bodyOf(target) })
    const names = [...endpoint.definition.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
    for (const odd of [
      '0',
      '-1',
      '1.5',
      '%20',
      "'",
      '99999999999999999999',
      'x'.repeat(400),
      'x'.repeat(600),
      'x'.repeat(10_000),
      '%00',
      '%F0%9F%98%80',
      '%zz',
      '%',
      '%ff',
      '%c3%28',
    ]) {
      const ids = Object.fromEntries(names.map((name) => [name, odd]))
      expectFailure(service, await call(target, { ids }), 'missing_key')
      const answer = await call(target, { key, ids, ...bodyOf(target) })
      for (const name of service.rateHeaders) expect(answer.headers).toHaveProperty(name.toLowerCase())
      if (service.cors) expect(answer.headers['access-control-allow-origin']).toBe('*')
      // SMS answers 400 to a malformed id, which reveals nothing about other accounts either.
      if (service.name === 'sms') expectFailure(service, answer, 'malformed_request')
      else expect(comparable(answer)).toEqual(comparable(unknown))
    }
  })
})
