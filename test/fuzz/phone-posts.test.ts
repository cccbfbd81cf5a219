import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { enrolledPhone, phonesUrl } from '../android-number.ts'
import { testApp, type TestApp } from '../harness.ts'
import type { PhoneApp } from '../phone-app.ts'
import { smsAccount } from '../sms-account.ts'
import { fuzzTimeout, holds } from './holds.ts'
import { ask, expectAnswer, framed, head, inPieces, listen, type Bytes } from './wire.ts'

const time = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '',
  'x',
  '0',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59Z',
  '2026-13-45',
)
const string = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '+12025550123',
    'STOP',
    'start',
    '32665',
    'Bank',
    '\u202E',
    'x'.repeat(5000),
    '😀'.repeat(300),
    '\u0001',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const number = fc.constantFrom(0, 1, -1, 255, 256, 1.5, 2 ** 31, 2 ** 53, 1e300)
const odd = fc.oneof(
  { arbitrary: string, weight: 4 },
  number,
  fc.constantFrom(null, true, {}, []),
  fc.jsonValue({ maxDepth: 2 }),
)
/** An object whose fields are mostly valid, sometimes odd or missing. */
const fields = (right: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(right).map(([name, arbitrary]) => [name, fc.oneof({ arbitrary, weight: 5 }, odd)]),
    ),
    { requiredKeys: [] },
  )

const simCards = fc.array(
  fields({ slotIndex: number, simNumber: number, phoneNumber: string, carrierName: string, iccid: string }),
  { maxLength: 3 },
)
const payloads: Readonly<Record<string, fc.Arbitrary<object>>> = {
  'sms:received': fields({
    message: string,
    messageId: string,
    sender: string,
    phoneNumber: string,
    simNumber: number,
    receivedAt: time,
  }),
  'system:ping': fields({
    health: fields({
      status: string,
      version: string,
      checks: fc.dictionary(string, fields({ status: string, observedValue: number }), { maxKeys: 3 }),
    }),
  }),
  'app:started': fields({ simCards }),
  'sms:sent': fields({ messageId: string, partsCount: number, sentAt: time }),
  'sms:delivered': fields({ messageId: string, deliveredAt: time }),
  'sms:failed': fields({ messageId: string, failedAt: time, reason: string }),
  x: fc.constant({}),
}
const post = fc
  .constantFrom(...Object.keys(payloads))
  .chain((event) =>
    fields({ id: string, event: fc.constant(event), payload: payloads[event] ?? fc.constant({}) }),
  )
const states = fc.dictionary(
  fc.constantFrom('Pending', 'Processed', 'Sent', 'Delivered', 'Failed', 'x', '__proto__'),
  fc.oneof(time, odd),
  { maxKeys: 4 },
)
const state = fc.constantFrom('Pending', 'Processed', 'Sent', 'Delivered', 'Failed')
const reports = fc.array(
  fields({
    id: string,
    state,
    recipients: fc.array(fields({ phoneNumber: string, state, error: string }), { maxLength: 3 }),
    states,
    partsCount: number,
  }),
  { maxLength: 3 },
)
const device = fields({ id: string, name: string, pushToken: string, simCards })

/** The value as JSON, sometimes cut off, or bytes that are not JSON. */
const bytesOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { arbitrary: value.map((json) => Buffer.from(JSON.stringify(json))), weight: 12 },
    fc.tuple(value, fc.nat()).map(([json, end]) => Buffer.from(JSON.stringify(json)).subarray(0, end % 50)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  )

describe('a phone', () => {
  let app: TestApp
  let port: number
  let phone: PhoneApp
  let signingKey: string

  beforeAll(async () => {
    app = await testApp()
    const { tenant } = await smsAccount(app)
    ;({ phone } = await enrolledPhone(app, { tenant }))
    port = await listen(app, 'phones')
    const settings = await phone.call<{ webhooks: { signing_key: string } }>('GET', '/settings')
    signingKey = settings.body.webhooks.signing_key
  })
  afterAll(async () => {
    await phone.stop()
    await app.close()
  })

  const signed = (body: Buffer, timestamp: string, key: string): readonly string[] => [
    `X-Timestamp: ${timestamp}`,
    `X-Signature: ${createHmac('sha256', key).update(body).update(timestamp).digest('hex')}`,
  ]

  test('may post anything, signed or not, and is answered', fuzzTimeout, () =>
    holds(
      fc.asyncProperty(
        inPieces(bytesOf(post)),
        fc.constantFrom(...Object.keys(payloads).slice(0, 6)),
        fc.oneof(
          { arbitrary: fc.constant('now'), weight: 8 },
          fc.constantFrom('', 'x', '0', '1e400', '99999999999999999999'),
        ),
        fc.oneof({ arbitrary: fc.constant(true), weight: 8 }, fc.constant(false)),
        async (pieces, event, told, isSigned) => {
          const timestamp = told === 'now' ? String(Math.floor(app.clock.now().getTime() / 1000)) : told
          const { pathname } = new URL(phone.urlFor(event))
          const lines = signed(Buffer.concat(pieces), timestamp, isSigned ? signingKey : 'x')
          expectAnswer(await ask(port, 'POST', [head('POST', pathname, lines), ...framed(pieces, false)]))
        },
      ),
    ),
  )

  test('may tell anything of messages and itself, and is answered', fuzzTimeout, () =>
    holds(
      fc.asyncProperty(
        fc.oneof(
          inPieces(bytesOf(fc.oneof(reports, odd))).map((pieces) => ['PATCH', '/message', pieces] as const),
          inPieces(bytesOf(fc.oneof(device, odd))).map((pieces) => ['PATCH', '/device', pieces] as const),
          inPieces(bytesOf(fc.oneof(device, odd))).map((pieces) => ['POST', '/device', pieces] as const),
        ),
        fc.constantFrom('application/json', 'application/json; charset=UTF-8;x=y', 'text/plain'),
        async ([method, path, pieces], type) => {
          const { pathname } = new URL(await phonesUrl(app))
          const lines = [`Authorization: Bearer ${phone.registration()?.token}`, `Content-Type: ${type}`]
          const request: readonly Bytes[] = [head(method, pathname + path, lines), ...framed(pieces, true)]
          expectAnswer(await ask(port, method, request))
        },
      ),
    ),
  )
})
