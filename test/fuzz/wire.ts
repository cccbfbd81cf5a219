import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect } from 'vitest'
import { RawConnection, type RawAnswer } from '../../src/gateway/raw-connection.testing.ts'
import { withDeadline } from '../../src/platform/deadline.ts'
import type { OriginName } from '../../src/program/roles.ts'
import type { TestApp } from '../harness.ts'

export type Bytes = Buffer | string

const answerMsMax = 10_000

/** The port of an origin, which listens from then on. */
export async function listen(app: TestApp, name: OriginName): Promise<number> {
  const { server } = app.origin(name)
  if (!server.listening) await app.origin(name).listen({ host: '127.0.0.1', port: 0 })
  return (server.address() as AddressInfo).port
}

/** The answer to the pieces, sent on a new connection. Fails when none comes, and at once when the server throws. */
export async function ask(port: number, method: string, pieces: readonly Bytes[]): Promise<RawAnswer> {
  const connection = new RawConnection(port)
  const thrown = Promise.withResolvers<never>()
  process.once('uncaughtException', thrown.reject)
  try {
    const answered = withDeadline(answerMsMax, () => send(connection, method, pieces))
    return await Promise.race([answered, thrown.promise])
  } finally {
    process.off('uncaughtException', thrown.reject)
    connection.destroy()
  }
}

async function send(connection: RawConnection, method: string, pieces: readonly Bytes[]): Promise<RawAnswer> {
  for (const piece of pieces) await connection.write(piece)
  for (;;) {
    const answer = await connection.read(method)
    if (answer.status >= 200) return answer
  }
}

/** Writes the pieces and disconnects before the request is complete. Then checks that the server answers another client. */
export async function leave(port: number, pieces: readonly Bytes[]): Promise<void> {
  const connection = new RawConnection(port)
  for (const piece of pieces) await connection.write(piece)
  connection.destroy()
  expect((await ask(port, 'GET', ['GET /no-such-path HTTP/1.1\r\nHost: x\r\n\r\n'])).status).toBe(404)
}

/** A request line and headers, without the empty line at the end. */
export const head = (method: string, path: string, lines: readonly string[]): string =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n`

/** A body with the framing headers and the empty line before it. */
export function framed(pieces: readonly Buffer[], chunked: boolean): readonly Bytes[] {
  if (!chunked) return [`Content-Length: ${Buffer.concat(pieces).length}\r\n\r\n`, ...pieces]
  const chunks = pieces
    .filter(({ length }) => length > 0)
    .map((piece) =>
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    )
  return ['Transfer-Encoding: chunked\r\n\r\n', ...chunks, '0\r\n\r\n']
}

/** The bytes, cut into up to four pieces. */
export const inPieces = (bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<readonly Buffer[]> =>
  fc.tuple(bytes, fc.array(fc.nat(), { maxLength: 3 })).map(([whole, cuts]) => {
    const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).toSorted((a, b) => a - b), whole.length]
    return places.slice(1).map((end, at) => whole.subarray(places[at], end))
  })

/** The answer is not our failure, and a refusal has the shape of the service's refusals. */
export function expectAnswer({ status, headers, body }: RawAnswer): void {
  expect(status, body).toBeGreaterThanOrEqual(200)
  expect(status, body).toBeLessThan(500)
  expect(headers['x-request-id']).toMatch(/^req_\w{20}$/)
  const type = headers['content-type'] ?? ''
  if (status < 400 || body === '' || !type.startsWith('application/json')) return
  const refusal = JSON.parse(body) as { readonly error?: object }
  expect(refusal.error ?? refusal).toMatchObject({ code: expect.any(String), message: expect.any(String) })
}
