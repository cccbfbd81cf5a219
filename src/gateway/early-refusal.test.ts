import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlaces, type Place, type Places } from './places.testing.ts'
import { RawConnection } from './raw-connection.testing.ts'

let places: Places
const keys = { good: '', reader: '' }
beforeAll(async () => {
  places = await openPlaces()
  const tenant = await places.app.tenant()
  keys.good = (await tenant.key('files')).key
  keys.reader = (await tenant.key('files', { scopes: ['files:read'] })).key
})
afterAll(() => places.close())

/** Refusals that come before the body was read, or as soon as too much of it was. */
const refusals: readonly (readonly [status: number, key: () => string])[] = [
  [401, () => 'x'],
  [403, () => keys.reader],
  [413, () => keys.good],
]

const size = 1_500_000
const head = ({ base }: Place, key: string, framing: string, connection = 'keep-alive') =>
  `POST ${base}/folders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
  `Connection: ${connection}\r\n${framing}\r\n\r\n`

describe.each(['files', 'mounted', 'relaying'] as const)(
  'a large body that is refused early (%s)',
  (name) => {
    test.each(refusals)('with %i gets its answer, and the connection goes on', async (status, key) => {
      const place = places[name]
      const connection = new RawConnection(place.port)
      for (let round = 0; round < 3; round++) {
        await connection.write(head(place, key(), `Content-Length: ${size}`))
        const sending = connection.write(Buffer.alloc(size, 'x'))
        expect((await connection.read('POST')).status).toBe(status)
        await sending
      }
      connection.destroy()
    })

    test.each(refusals)(
      'with %i of one who asked for a close gets it, after the answer',
      async (status, key) => {
        const place = places[name]
        const connection = new RawConnection(place.port)
        await connection.write(head(place, key(), `Content-Length: ${size}`, 'close'))
        const sending = connection.write(Buffer.alloc(size, 'x'))
        const answer = await connection.read('POST')
        expect([answer.status, answer.headers['connection']]).toEqual([status, 'close'])
        await sending
        await connection.closed()
      },
    )

    test(
      'and does not end is read for five seconds, then the connection is cut',
      { timeout: 90_000 },
      async () => {
        const place = places[name]
        const cutAfter = async (status: number, key: string, connectionHeader: string) => {
          const connection = new RawConnection(place.port)
          await connection.write(head(place, key, 'Transfer-Encoding: chunked', connectionHeader))
          const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
          let open = true
          const closed = connection.closed().then(() => (open = false))
          const sending = (async () => {
            for (; open; await delay(5)) await connection.write(piece)
          })()
          expect((await connection.read('POST')).status).toBe(status)
          const answeredMs = performance.now()
          await closed
          await sending
          return performance.now() - answeredMs
        }
        const waits = await Promise.all(
          refusals.flatMap(([status, key]) =>
            ['keep-alive', 'close'].map((header) => cutAfter(status, key(), header)),
          ),
        )
        for (const waitMs of waits) {
          expect(waitMs).toBeGreaterThan(4000)
          expect(waitMs).toBeLessThan(10_000)
        }
      },
    )

    test('of one who asked first is never welcomed', async () => {
      const place = places[name]
      for (const [status, key] of refusals.slice(0, 2)) {
        const connection = new RawConnection(place.port)
        await connection.write(head(place, key(), `Content-Length: ${size}\r\nExpect: 100-continue`))
        const answer = await connection.read('POST')
        expect([answer.status, answer.headers['connection']]).toEqual([status, 'close'])
        await connection.closed()
      }
    })
  },
)
