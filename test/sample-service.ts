import { z } from 'zod'
import { key, keysOf } from '../src/identity/schemes/api-key.ts'
import { creatorsPlan } from '../src/identity/schemes/key-conditions.ts'
import { nobody } from '../src/api/caller.ts'
import { bytes, bytesOrForm } from '../src/api/body.ts'
import type { Endpoint } from '../src/api/endpoint.ts'
import { dataEnvelope } from '../src/api/envelope.ts'
import { idText, integerText, refusedAs, text } from '../src/api/field.ts'
import { multipart } from '../src/platform/http/multipart.ts'
import { download, noContent, page } from '../src/api/result.ts'
import { defineService } from '../src/api/define-service.ts'

export const sampleProblems = {
  bad_request: [400, 'The request is not valid.'],
  invalid_title: [400, 'The title is missing or too long.'],
  unauthorized: [401, 'No key came with the request.'],
  invalid_key: [401, 'The key is not valid.'],
  no_plan: [402, 'The plan does not include this service.'],
  forbidden: [403, 'The key may not do this.'],
  not_found: [404, 'No such thing.'],
  wrong_method: [405, 'The path exists, but not for this method.'],
  sealed: [409, 'The box is sealed.'],
  other_version: [412, 'The content has changed.'],
  too_large: [413, 'The body is too large.'],
  bad_range: [416, 'The range is outside the content.'],
  rate_limited: [429, 'Too many requests. Wait and try again.'],
  failed: [500, 'Something went wrong. Quote the request id.'],
  unreachable: [502, 'The service cannot be reached.'],
  limits_down: [503, 'Limits could not be checked. Nothing was done.'],
  timed_out: [504, 'The request took too long.'],
} as const

export const sampleKeyCodes = {
  missing_key: 'unauthorized',
  malformed_key: 'invalid_key',
  unknown_key: 'invalid_key',
  revoked_key: 'invalid_key',
  expired_key: 'invalid_key',
  orphaned_key: 'invalid_key',
  disabled_account: 'invalid_key',
  other_service: 'forbidden',
  origin_missing: 'forbidden',
  origin_blocked: 'forbidden',
  address_blocked: 'forbidden',
  no_subscription: 'no_plan',
  not_in_plan: 'no_plan',
  scope_missing: 'forbidden',
  limit_reached: 'rate_limited',
  limits_unavailable: 'limits_down',
} as const

export const sampleFaults = {
  malformed_request: 'bad_request',
  malformed_json: 'bad_request',
  body_too_large: 'too_large',
  unknown_path: 'not_found',
  unknown_method: 'wrong_method',
  precondition_failed: 'other_version',
  unsatisfiable_range: 'bad_range',
  busy: 'rate_limited',
  timed_out: 'timed_out',
  unreachable: 'unreachable',
  failed: 'failed',
} as const

/** A small API with one endpoint of every kind, for tests of derived output. */
export const sample = defineService({
  name: 'files',
  title: 'Boxes',
  description: 'Keeps boxes with things in them.',
  envelope: dataEnvelope,
  problems: sampleProblems,
  constraints: {},
  callers: [keysOf('files', { condition: creatorsPlan })],
  codes: { ...sampleKeyCodes, ...sampleFaults },
  scopes: { 'boxes:read': 'Read boxes and what is in them.', 'boxes:write': 'Make, fill and remove boxes.' },
  resources: { boxes: 'A box has a title and bytes.', health: 'Is the service there?' },
  rateHeaders: ['X-RateLimit-Limit-Minute', 'X-RateLimit-Remaining-Minute'],
  jsonBytesMax: 1024,
  cors: false,
})

export const sampleService = sample.profile

const BoxId = idText().describe('The id of a box.')
const Title = refusedAs(
  'invalid_title',
  text()
    .min(1)
    .max(80)
    .describe('What is written on the box.')
    .meta({ examples: ['Invoices 2026'] }),
)

const Box = z
  .object({
    id: z.int().meta({ examples: [17] }),
    title: z
      .string()
      .describe('What is written on the box.')
      .meta({ examples: ['Invoices 2026'] }),
    colour: z.enum(['brown', 'white']).nullable(),
    labels: z.array(z.object({ name: z.string(), pinned: z.boolean() })).describe('In the order of the lid.'),
    made_at: z.iso.datetime().meta({ examples: ['2026-11-21T10:00:00Z'] }),
  })
  .meta({ id: 'Box', description: 'A box.' })

const box = {
  id: 17,
  title: 'Invoices 2026',
  colour: 'white' as const,
  labels: [],
  made_at: '2026-11-21T10:00:00Z',
} satisfies z.input<typeof Box>
const madeBox = { variable: 'BOX_ID', operation: 'makeBox', path: '.data.id' } as const

const params = z.object({ id: BoxId })
const never = (): Promise<never> => Promise.reject(new Error('A declaration is all there is.'))

export const sampleEndpoints: readonly Endpoint[] = [
  sample.endpoint('listBoxes', {
    method: 'GET',
    path: '/boxes',
    summary: 'List boxes',
    description: 'Newest first. With `title`, only boxes whose title begins so.',
    who: key('boxes:read'),
    limit: { group: 'list', windowSeconds: 600, perCredentialMax: 30, perUserMax: 60 },
    query: z.object({
      title: Title.optional(),
      limit: integerText({ min: 1, max: 100 }).default(20).describe('How many at most.'),
      after: idText().optional().describe('Continue behind this id.'),
    }),
    result: page(Box),
    problems: ['invalid_title'],
    example: {
      query: { limit: '1' },
      answer: { data: [box], meta: { total: 1, offset: 0, limit: 1, next_offset: null } },
    },
    handle: never,
  }),
  sample.endpoint('makeBox', {
    method: 'POST',
    path: '/boxes',
    summary: 'Make a box',
    who: key('boxes:write'),
    headers: {
      'Idempotency-Key': text()
        .max(40)
        .describe('A repeat with the same key within 24 hours makes nothing again.'),
    },
    body: z.object({
      title: Title,
      colour: z.enum(['brown', 'white']).default('brown').describe('Cardboard comes in two colours.'),
      labels: z
        .array(z.object({ name: text().max(20), pinned: z.boolean().optional() }))
        .max(10)
        .optional(),
    }),
    status: 201,
    otherStatus: 200,
    result: Box,
    problems: ['invalid_title'],
    example: {
      body: { title: "Ada's invoices", colour: 'white' },
      answer: { ...box, title: "Ada's invoices" },
      otherAnswer: { ...box, title: 'The box of before' },
    },
    handle: never,
  }),
  sample.endpoint('getBox', {
    method: 'GET',
    path: '/boxes/{id}',
    summary: 'One box',
    who: key('boxes:read'),
    params,
    result: Box,
    problems: [],
    example: { before: [madeBox], params: { id: '$BOX_ID' }, answer: box },
    handle: never,
  }),
  sample.endpoint('removeBox', {
    method: 'DELETE',
    path: '/boxes/{id}',
    summary: 'Remove a box and what is in it',
    who: key('boxes:write'),
    params,
    result: noContent,
    problems: ['sealed'],
    handle: never,
  }),
  sample.endpoint('openBox', {
    method: 'GET',
    path: '/boxes/{id}/content',
    summary: 'The bytes in a box',
    who: key('boxes:read'),
    params,
    result: download,
    problems: [],
    example: { before: [madeBox], params: { id: '$BOX_ID' }, retried: true },
    handle: never,
  }),
  sample.endpoint('fillBox', {
    method: 'POST',
    path: '/boxes/{id}/content',
    summary: 'Put bytes into a box',
    who: key('boxes:write'),
    params,
    body: bytes({ bytesMax: 1024 }),
    status: 202,
    result: z.object({ size: z.int() }),
    problems: ['sealed'],
    example: {
      before: [madeBox],
      params: { id: '$BOX_ID' },
      file: { name: 'thing', text: 'Hello' },
      answer: { size: 5 },
    },
    handle: never,
  }),
  sample.endpoint('packBox', {
    method: 'POST',
    path: '/boxes/{id}/things',
    summary: 'Put a thing into a box',
    who: key('boxes:write'),
    params,
    body: bytesOrForm({
      file: 'thing',
      fileBytesMax: 1024,
      fields: z.object({ title: Title.optional() }),
      problems: { missing: 'bad_request', malformed: 'bad_request', tooLarge: 'too_large' },
    }),
    result: z.object({ size: z.int() }),
    problems: ['invalid_title', 'too_large'],
    handle: never,
  }),
  sample.endpoint('importBox', {
    method: 'POST',
    path: '/boxes/import',
    summary: 'Make a box from a form',
    who: key('boxes:write'),
    body: multipart({
      file: 'file',
      fileBytesMax: 1024,
      fields: z.object({ title: Title.optional() }),
      problems: { missing: 'bad_request', malformed: 'bad_request', tooLarge: 'too_large' },
    }),
    status: 201,
    result: Box,
    problems: ['invalid_title', 'too_large'],
    example: {
      body: { title: 'Invoices 2026' },
      file: { name: 'thing.bin', base64: 'AAECAw==' },
      answer: { ...box, colour: null },
    },
    handle: never,
  }),
  sample.endpoint('health', {
    method: 'GET',
    path: '/health',
    summary: 'Is the service there?',
    who: nobody,
    result: z.object({ version: z.literal('v1') }),
    problems: [],
    handle: never,
  }),
]
