import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { systemSecret } from '../../src/platform/secrets/system-secret.ts'
import { bodyOf, takesSecret, targets, titleOf, urlOf, type Target } from '../contract-targets.ts'
import { testApp, type TestApp } from '../harness.ts'
import { simulatorNumber } from '../sms-account.ts'
import { fuzzTimeout, holds } from './holds.ts'
import { ask, expectAnswer, framed, head, inPieces, listen } from './wire.ts'

const oddTexts = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '-0',
  '9007199254740993',
  '""',
  '" "',
  '[]',
  '{}',
  '[null]',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"😀"',
  '"+12025550123"',
  '"a@b"',
  '"*"',
  '["*"]',
  '"../.."',
  '"public"',
  '"2026-02-30T25:00:00Z"',
  '"0001-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"https://[::1"',
  '"https://hooks.example:0/"',
  '{"__proto__":1}',
  '{"toString":1}',
  `"${'x'.repeat(5000)}"`,
]

/** JSON texts of odd values. */
const odd = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => JSON.stringify(text)),
)

/** Bodies with the declared fields, each valid, odd, missing or given twice; or bytes that are not JSON. */
function bodyFor(target: Target): fc.Arbitrary<Buffer> {
  const sample = Object.entries(JSON.parse(String(bodyOf(target).payload)) as object)
  const schema = target.operation.requestBody?.content['application/json']?.schema as { properties?: object }
  const known = new Map(sample.map(([name, value]) => [name, JSON.stringify(value)]))
  const names = [...new Set([...known.keys(), ...Object.keys(schema.properties ?? {})])]
  const fields = names.map((name) =>
    fc
      .oneof({ arbitrary: fc.constant(known.get(name)), weight: 2 }, { arbitrary: odd, weight: 1 })
      .map((value) => (value === undefined ? [] : [`${JSON.stringify(name)}:${value}`])),
  )
  const more = fc.array(fc.tuple(fc.constantFrom('x', '__proto__', 'constructor', '', ...names), odd), {
    maxLength: 1,
  })
  const object = fc
    .tuple(more, ...fields)
    .map(
      ([last, ...parts]) =>
        `{${[...parts.flat(), ...last.map(([name, value]) => `"${name}":${value}`)].join(',')}}`,
    )
  const text = fc.oneof(
    { arbitrary: object, weight: 8 },
    odd,
    fc.tuple(object, fc.nat()).map(([whole, end]) => whole.slice(0, end % whole.length)),
    fc.constantFrom('', ' ', '{', '[[[[', '"', '{"a"}', '\u{feff}{}', '['.repeat(20_000)),
  )
  return fc.oneof(
    { arbitrary: text.map((json) => Buffer.from(json)), weight: 12 },
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  )
}

const type = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 8 },
  fc.constantFrom(
    'application/json; charset=utf-8; profile=x',
    'Application/JSON ;foo="bar"',
    'text/plain',
    ';',
    'a/b/c',
    '"',
    '',
  ),
)

const withJson = targets.filter(({ operation }) => operation.requestBody?.content['application/json'])

describe('a JSON body', () => {
  let app: TestApp
  const credentials = new Map<string, string>()
  const ports = new Map<string, number>()

  beforeAll(async () => {
    app = await testApp()
    await simulatorNumber(app, { online: false })
    const tenant = await app.tenant()
    for (const target of withJson) {
      const { name, origin } = target
      const secret = takesSecret(target) ? await systemSecret(app.context) : (await tenant.key(name)).key
      credentials.set(titleOf(target), secret)
      ports.set(origin, await listen(app, origin))
    }
  })
  afterAll(() => app.close())

  const call = fc
    .constantFrom(...withJson)
    .chain((target) => fc.tuple(fc.constant(target), inPieces(bodyFor(target)), type, fc.boolean()))

  test('of any endpoint is taken, or refused as the service refuses', fuzzTimeout, () =>
    holds(
      fc.asyncProperty(call, async ([target, pieces, mediaType, chunked]) => {
        // The rate limits of expensive endpoints.
        app.clock.advance(60_000)
        const { method } = target.endpoint.definition
        const lines = [
          `Authorization: Bearer ${credentials.get(titleOf(target))}`,
          ...(mediaType === '' ? [] : [`Content-Type: ${mediaType}`]),
        ]
        expectAnswer(
          await ask(ports.get(target.origin) ?? 0, method, [
            head(method, urlOf(target), lines),
            ...framed(pieces, chunked),
          ]),
        )
      }),
    ),
  )
})
