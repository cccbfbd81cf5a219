import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { sampleService } from '../../test/sample-service.ts'
import { anyKey } from '../identity/schemes/api-key.ts'
import { bytesOrForm } from './body.ts'
import { idText, integerText, refusedAs, text } from './field.ts'
import { Problem } from './problem.ts'
import type { ByteRange } from '../platform/http/range.ts'
import { download, OtherStatus } from './result.ts'
import { defineService } from './define-service.ts'

// Endpoints that behave in every way that mount.test.ts looks at.
const service = defineService(sampleService)

const waiting = Promise.withResolvers<void>()
const aborted = Promise.withResolvers<boolean>()
/** What happened to the request of `wait`. */
export const seen = { waiting: waiting.promise, aborted: aborted.promise }

const common = { summary: 'For tests', who: anyKey, problems: [] } as const
const ten = {
  sizeBytes: 10,
  etag: '"ten"',
  modifiedAt: new Date('2026-01-01T00:00:00Z'),
  mediaType: 'text/plain',
}

export const mountedEndpoints = [
  service.endpoint('echo', {
    ...common,
    method: 'GET',
    path: '/echo',
    query: z.object({ n: integerText({ min: 0, max: 9 }).optional() }),
    result: z.object({ n: z.int().nullable() }),
    handle: ({ query }) => Promise.resolve({ n: query.n ?? null }),
  }),
  service.endpoint('echo', {
    ...common,
    method: 'POST',
    path: '/echo',
    body: z.object({ text: refusedAs('invalid_title', text()) }),
    result: z.object({ text: z.string() }),
    problems: ['invalid_title'],
    handle: ({ body }) => Promise.resolve(body),
  }),
  service.endpoint('echoId', {
    ...common,
    method: 'GET',
    path: '/echo/{id}',
    params: z.object({ id: idText() }),
    result: z.object({ id: z.int() }),
    handle: ({ params }) => Promise.resolve(params),
  }),
  service.endpoint('fail', {
    ...common,
    method: 'GET',
    path: '/fail',
    query: z.object({ kind: z.string() }),
    result: z.object({ ok: z.boolean() }),
    handle: ({ query }) => {
      if (query.kind === 'undeclared') throw new Problem('sealed', [409, 'secret'])
      if (query.kind === 'throw') throw new Error('secret')
      return Promise.resolve({ ok: 'secret' as never })
    },
  }),
  service.endpoint('slow', {
    ...common,
    method: 'GET',
    path: '/slow',
    result: z.object({}),
    handle: async (_input, { call }) => {
      await delay(60_000, undefined, { signal: call.signal }).catch(() => undefined)
      return {}
    },
  }),
  service.endpoint('wait', {
    ...common,
    method: 'GET',
    path: '/wait',
    result: z.object({}),
    handle: async (_input, { call }) => {
      waiting.resolve()
      await delay(60_000, undefined, { signal: call.signal }).catch(() => undefined)
      aborted.resolve(call.signal.aborted)
      return {}
    },
  }),
  service.endpoint('endless', {
    ...common,
    method: 'GET',
    path: '/endless',
    result: download,
    handle: () =>
      Promise.resolve({
        ...ten,
        sizeBytes: 1_000_000_000,
        fileName: 'endless',
        open: () => Promise.resolve(Readable.from(trickle())),
      }),
  }),
  service.endpoint('bytes', {
    ...common,
    method: 'GET',
    path: '/bytes',
    result: download,
    handle: () =>
      Promise.resolve({
        ...ten,
        fileName: 'résumé.txt',
        open: ({ start, end }: ByteRange) =>
          Promise.resolve(Readable.from([Buffer.from('0123456789'.slice(start, end + 1))])),
      }),
  }),
  service.endpoint('send', {
    ...common,
    method: 'POST',
    path: '/send',
    body: bytesOrForm({
      file: 'thing',
      fileBytesMax: 100,
      fields: z.object({ title: text().optional() }),
      problems: { missing: 'bad_request', malformed: 'bad_request', tooLarge: 'too_large' },
    }),
    status: 201,
    otherStatus: 200,
    result: z.object({
      bytes: z.string(),
      title: z.string().nullable(),
      told: z.int().nullable(),
      more: z.boolean(),
    }),
    problems: ['too_large'],
    handle: async ({ body }) => {
      const { stored, fields } = await body.receive(async ({ bytes, sizeBytes, fieldsMayFollow }) => ({
        bytes: await textOf(bytes),
        told: sizeBytes ?? null,
        more: fieldsMayFollow,
      }))
      const output = { ...stored, title: fields.title ?? null }
      return stored.bytes === 'known' ? new OtherStatus(output) : output
    },
  }),
  service.endpoint('brokenBytes', {
    ...common,
    method: 'GET',
    path: '/broken-bytes',
    result: download,
    handle: () =>
      Promise.resolve({ ...ten, fileName: 'broken', open: () => Promise.resolve(Readable.from(breakOff())) }),
  }),
]

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of bytes) text += Buffer.from(piece).toString()
  return text
}

async function* trickle(): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.alloc(1000)
    await delay(20)
  }
}

async function* breakOff(): AsyncGenerator<Buffer> {
  yield Buffer.from('0123')
  await delay(20)
  throw new Error('the disk is gone')
}
