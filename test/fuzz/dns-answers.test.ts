import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/platform/outgoing/address.ts'
import { plainHost, secureHost } from '../../src/platform/outgoing/hosts.testing.ts'
import { openOutgoing } from '../../src/platform/outgoing/outgoing.ts'
import { certificate, hello } from '../../src/platform/outgoing/outgoing.testing.ts'
import { fuzzTimeout, holds } from './holds.ts'

/** What a resolver may answer, right or wrong. None is a public address, so that nothing leaves this machine. */
const address = fc.oneof(
  { arbitrary: fc.constantFrom('127.0.0.1', '::1', '127.0.0.9'), weight: 3 },
  fc.constantFrom(
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'fe80::1%lo',
    'fe80::1%',
    '64:ff9b::7f00:1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '127.0.0.1 ',
    '127.0.0.1\0',
    '[::1]',
    '',
    'localhost',
    '999.0.0.1',
    ':::',
    '127.0.0.1:80',
    '1'.repeat(300),
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !isPublicAddress(text)),
)
const answer = fc.oneof(
  { arbitrary: fc.array(address, { maxLength: 4 }), weight: 6 },
  fc.constantFrom(new Error('ESERVFAIL'), Object.assign(new Error('x'), { code: 'EBADRESP' })),
)

/** A resolver that answers or fails so, whatever it is asked. */
const resolverOf = (given: unknown) => ({
  resolve: async () => {
    if (given instanceof Error) throw given
    return given as readonly string[]
  },
})

const reasons = [
  'unresolvable',
  'private_address',
  'connect_timeout',
  'answer_timeout',
  'refused',
  'tls',
  'broken',
]

const limits = { connectMsMax: 300, answerMsMax: 600 }

describe('an answer of DNS', () => {
  test(
    'that names no public address is refused for hosts of strangers, and nothing connects',
    fuzzTimeout,
    async () => {
      await using host = await secureHost(certificate, hello)
      const url = `https://hooks.example:${host.port}/`
      await holds(
        fc.asyncProperty(answer, async (given) => {
          const outgoing = openOutgoing({
            resolver: resolverOf(given),
            allowHosts: [],
            authorities: certificate.cert,
          })
          expect(['unresolvable', 'private_address']).toContain(await outgoing.check(url))
          const outcome = await outgoing.request({ method: 'POST', reach: 'public', url, body: 'x', limits })
          expect(outcome).toMatchObject({
            answered: false,
            reason: expect.toBeOneOf(['unresolvable', 'private_address']),
          })
        }),
      )
      expect(host.connections).toHaveLength(0)
    },
  )

  test.each(['http', 'https'])(
    'for a host of the operator (%s) leads there or to a failure with a reason',
    fuzzTimeout,
    async (protocol) => {
      await using host = protocol === 'http' ? await plainHost(hello) : await secureHost(certificate, hello)
      const url = `${protocol}://hooks.test:${host.port}/`
      await holds(
        fc.asyncProperty(answer, fc.boolean(), async (given, keepAlive) => {
          const outgoing = openOutgoing({
            resolver: resolverOf(given),
            allowHosts: ['hooks.test'],
            authorities: certificate.cert,
          })
          const outcome = await outgoing.request({
            method: 'POST',
            reach: 'anywhere',
            url,
            body: 'x',
            limits,
            keepAlive,
          })
          if (!outcome.answered) expect(reasons).toContain(outcome.reason)
        }),
      )
    },
  )
})
