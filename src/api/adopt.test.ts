import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../../test/log.ts'
import { sample, sampleFaults, sampleKeyCodes } from '../../test/sample-service.ts'
import { key, keysOf } from '../identity/schemes/api-key.ts'
import { ReasonedError } from '../platform/reasoned-error.ts'
import { systemRandom } from '../platform/random.ts'
import { defineService } from './define-service.ts'
import type { EndpointLimit } from './endpoint.ts'
import { bareEnvelope, dataEnvelope } from './envelope.ts'
import { idText, refusedAs, text } from './field.ts'
import { Refused, type EndpointRequest, type EndpointScheme } from './auth-scheme.ts'
import { mount } from './mount.ts'
import { operationsOf } from './openapi/document.ts'
import { openApi } from './openapi/openapi.ts'
import { createOrigin } from './origin.ts'
import { defineProblems, Problem } from './problem.ts'
import { mountContext } from './mount.testing.ts'

const problems = {
  bad_label: [400, 'A label has 1 to 10 characters.'],
  no_label: [404, 'There is no such label.'],
  label_taken: [409, 'Another box has this label.'],
  sealed: [409, 'A sealed box takes no label.'],
  wrong: [400, 'Wrong.'],
  refused: [403, 'Refused.'],
  broken: [500, 'Broken.'],
} as const
const problem = defineProblems(problems)
const allAs = <Reason extends string, const Code>(reasons: Readonly<Record<Reason, string>>, code: Code) =>
  Object.fromEntries(Object.keys(reasons).map((reason) => [reason, code])) as Record<Reason, Code>

/** An API with an envelope, scopes and codes of its own. */
const labels = defineService({
  name: 'labels',
  title: 'Labels',
  description: 'Labels of boxes.',
  envelope: bareEnvelope,
  problems,
  callers: [keysOf('iam')],
  codes: { ...allAs(sampleKeyCodes, 'refused'), ...allAs(sampleFaults, 'wrong'), failed: 'broken' },
  constraints: { label_is_unique: 'label_taken' },
  refusals: { full: 'no_label' },
  scopes: { 'labels:write': 'Write labels.' },
  rateHeaders: [],
  jsonBytesMax: 4096,
  cors: false,
})

class Full extends ReasonedError {
  override readonly reason = 'full'
}

const failures: Readonly<Record<string, () => Error>> = {
  none: () => problem.no_label(),
  told: () => problem.label_taken({ message: 'Box 7 has it.', details: { box: 7 } }),
  unique: () => Object.assign(new pg.DatabaseError('taken', 0, 'error'), { constraint: 'label_is_unique' }),
  full: () => new Full(),
  sealed: () => problem.sealed(),
  undeclared: () => new Problem('secret', [418, 'secret']),
}

let blocked = false

const writeLabel = labels.endpoint('writeLabel', {
  method: 'POST',
  path: '/labels/{label_id}',
  summary: 'Write a label',
  who: key('labels:write'),
  limit: { group: 'labels', windowSeconds: 60, perCredentialMax: 1, perUserMax: 2 },
  params: z.object({ label_id: refusedAs('no_label', idText()) }),
  body: z.object({ text: refusedAs('bad_label', text().min(1).max(10)) }),
  status: 201,
  result: z.object({ id: z.int(), text: z.string(), key: z.int() }),
  problems: ['no_label', 'bad_label', 'label_taken', 'sealed'],
  example: { params: { label_id: '5' }, body: { text: 'Tea' }, answer: { id: 5, text: 'Tea', key: 3 } },
  permit: () => {
    if (blocked) throw problem.no_label()
  },
  handle: ({ params, body }, { principal }) => {
    const failure = failures[body.text]
    if (failure) throw failure()
    return Promise.resolve({
      id: params.label_id,
      text: body.text,
      key: principal.kind === 'api-key' ? principal.keyId : 0,
    })
  },
})

const limit: EndpointLimit = { group: 'box labels', windowSeconds: 600, perCredentialMax: 5, perUserMax: 9 }

const codes = { no_label: 'not_found', bad_label: 'invalid_title', label_taken: 'bad_request' } as const

const adopted = sample.adopt(writeLabel, {
  who: key('boxes:write'),
  within: {
    path: '/boxes/{id}',
    params: z.object({ id: idText() }),
    problems: ['forbidden'],
    check: ({ id }, { workspaceId }) => {
      if (id !== workspaceId) throw new Problem('forbidden', [403, 'Not your box.'])
    },
  },
  example: { params: { id: '7', label_id: '5' }, body: { text: 'Tea' } },
  codes,
  limit,
})

let app: FastifyInstance
const requests: EndpointRequest[] = []
const scheme: EndpointScheme = {
  kind: 'api-key',
  authenticate: (request) => {
    requests.push(request)
    const caller = { kind: 'api-key', keyId: 3, workspaceId: 7 }
    return Promise.resolve(
      request.headers.authorization === undefined
        ? { outcome: 'not-presented', refusal: new Refused('missing_key') }
        : { outcome: 'authenticated', caller },
    )
  },
}

beforeAll(async () => {
  const codes = { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' }
  app = createOrigin({
    profile: { name: 'test', envelope: dataEnvelope, codes },
    log: silentLog,
    random: systemRandom,
    trustedProxies: 0,
    observe: () => undefined,
  })
  const common = { schemes: [scheme], context: mountContext }
  await mount(app, { ...common, prefix: '/v1', service: sample.profile, endpoints: [adopted] })
  await mount(app, { ...common, prefix: '/home', service: labels.profile, endpoints: [writeLabel] })
})
afterAll(() => app.close())

async function write(url: string, payload: object, headers: Record<string, string> = { authorization: 'x' }) {
  const response = await app.inject({ method: 'POST', url, headers, payload })
  return [response.statusCode, response.json<unknown>()]
}
const failed = (code: string, message: string, details?: object) => ({
  error: { code, message, ...(details && { details }) },
})

describe('an operation that a second service adopts', () => {
  test('is the same operation below its own path, in the envelope of that service', async () => {
    const label = { id: 5, text: 'Tea', key: 3 }
    expect(await write('/home/labels/5', { text: 'Tea' })).toEqual([201, label])
    expect(await write('/v1/boxes/7/labels/5', { text: 'Tea' })).toEqual([201, { data: label }])
  })

  test('is refused by its schemes and fields in the codes of that service', async () => {
    expect(await write('/v1/boxes/7/labels/5', { text: 'Tea' }, {})).toEqual([
      401,
      failed('unauthorized', 'No key came with the request.'),
    ])
    expect(await write('/v1/boxes/7/labels/5', { text: '' })).toMatchObject([
      400,
      { error: { code: 'invalid_title' } },
    ])
    expect(await write('/v1/boxes/7/labels/0', { text: 'Tea' })).toEqual([
      404,
      failed('not_found', 'No such thing.'),
    ])
    expect(await write('/v1/boxes/8/labels/5', { text: 'Tea' })).toEqual([
      403,
      failed('forbidden', 'Not your box.'),
    ])
  })

  test('refuses callers of another place, and those it does not permit, before it looks at their input', async () => {
    const notYours = [403, failed('forbidden', 'Not your box.')]
    expect(await write('/v1/boxes/8/labels/0', { text: '' })).toEqual(notYours)
    blocked = true
    expect(await write('/v1/boxes/8/labels/0', { text: '' })).toEqual(notYours)
    expect(await write('/v1/boxes/7/labels/0', { text: '' })).toEqual([
      404,
      failed('not_found', 'No such thing.'),
    ])
    expect(await write('/home/labels/5', { text: '' })).toEqual([
      404,
      failed('no_label', 'There is no such label.'),
    ])
    blocked = false
  })

  test('fails in the codes of that service, with its sentences unless the handler has a better one', async () => {
    const text = async (what: string) => write('/v1/boxes/7/labels/5', { text: what })
    expect(await text('none')).toEqual([404, failed('not_found', 'No such thing.')])
    expect(await text('told')).toEqual([400, failed('bad_request', 'Box 7 has it.', { box: 7 })])
    expect(await text('unique')).toEqual([400, failed('bad_request', 'The request is not valid.')])
    expect(await text('full')).toEqual([404, failed('not_found', 'No such thing.')])
    expect(await text('sealed')).toEqual([409, failed('sealed', 'The box is sealed.')])
    expect(await text('undeclared')).toMatchObject([500, { error: { code: 'failed' } }])
  })

  test('leaves the original as it was', async () => {
    const text = async (what: string) => write('/home/labels/5', { text: what })
    expect(await text('none')).toEqual([404, failed('no_label', 'There is no such label.')])
    expect(await text('unique')).toEqual([409, failed('label_taken', 'Another box has this label.')])
    expect(await text('')).toMatchObject([400, { error: { code: 'bad_label' } }])
  })

  test('asks for the scope and counts against the limit of that service', async () => {
    await write('/v1/boxes/7/labels/5', { text: 'Tea' })
    const here = requests.at(-1)
    expect([here?.scope, here?.endpoint?.definition.limit]).toEqual(['boxes:write', limit])
    await write('/home/labels/5', { text: 'Tea' })
    const home = requests.at(-1)
    expect([home?.scope, home?.endpoint?.definition.limit?.group]).toEqual(['labels:write', 'labels'])
  })

  test('is in the reference of that service', () => {
    const document = openApi(sample.profile, [adopted], { servers: [] })
    const [found] = operationsOf(document.paths)
    expect(found?.path).toBe('/boxes/{id}/labels/{label_id}')
    expect(found?.operation).toMatchObject({
      operationId: 'writeLabel',
      tags: ['boxes'],
      'x-required-scopes': ['boxes:write'],
      parameters: [{ name: 'id' }, { name: 'label_id' }],
    })
    expect(found?.operation.description).toContain('At most 5 requests per 10 minutes')
    const codes = Object.keys(document.components.examples)
    expect(codes).toEqual(expect.arrayContaining(['invalid_title', 'sealed', 'forbidden', 'unauthorized']))
    expect(codes.filter((code) => code in problems && code !== 'sealed')).toEqual([])
  })

  test('has an example of its own there, with the declared answer', () => {
    const servers = [{ url: 'http://boxes' }]
    const [found] = operationsOf(openApi(sample.profile, [adopted], { servers }).paths)
    expect(found?.operation['x-codeSamples']?.[0]?.source).toContain("'http://boxes/boxes/7/labels/5'")
    expect(found?.operation.responses['201']).toMatchObject({
      content: {
        'application/json': { examples: { answer: { value: { data: { id: 5, text: 'Tea', key: 3 } } } } },
      },
    })
    const without = sample.adopt(writeLabel, { who: key('boxes:write'), codes })
    expect(without.definition.example).toBeUndefined()
  })

  test('fails at load time when that service lacks one of its codes', () => {
    expect(() => sample.adopt(writeLabel, { who: key('boxes:write') })).toThrow(
      'writeLabel: no_label is not a problem of files',
    )
  })
})
