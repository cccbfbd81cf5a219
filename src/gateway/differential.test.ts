import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../test/files-client.ts'
import { generateRequests, type GeneratedRequest, type Subjects } from './differential.requests.testing.ts'
import { openPlaces, type Place, type Places } from './places.testing.ts'
import { ConnectionClosed, RawConnection, type RawAnswer } from './raw-connection.testing.ts'

let places: Places
let subjects: Subjects
beforeAll(async () => {
  places = await openPlaces()
  const { app } = places
  const tenant = await app.tenant()
  const { key } = await tenant.key('files')
  const reader = await tenant.key('files', { scopes: ['files:read'] })
  const elsewhere = await tenant.key('files', { ips: ['192.0.2.1'] })
  const other = await tenant.key('iam')
  const file = await filesClient(app, key).file('z'.repeat(1000), 'content.bin')
  subjects = {
    goodKey: `Bearer ${key}`,
    keys: [
      undefined,
      'Bearer x',
      'Basic eDp5',
      `Bearer ${key.slice(0, -1)}_`,
      ...[reader, elsewhere, other].map((each) => `Bearer ${each.key}`),
    ],
    fileId: file.id,
  }
})
afterAll(() => places.close())

/** Headers whose value is the same wherever a request is sent, and those that only have to be there. */
const compared = [
  'content-type',
  'content-range',
  'accept-ranges',
  'retry-after',
  'allow',
  'content-disposition',
  'cache-control',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'x-content-type-options',
  'etag',
  'vary',
]
const present = [
  'x-request-id',
  'date',
  'content-length',
  'x-ratelimit-limit-minute',
  'x-ratelimit-remaining-day',
  'location',
]

/** What is told of a body: its shape, without what differs from one request to the next. */
const shapeOf = ({ body, headers }: RawAnswer): string => {
  if (body === '' || headers['content-type']?.includes('json') !== true) return `${body.length} bytes`
  const value = JSON.parse(body) as { error?: { code: string; message: string; details?: object } }
  return value.error ? JSON.stringify(value.error).replaceAll(/req_\w+/g, 'req') : Object.keys(value).join()
}

const describeAnswer = (answer: RawAnswer): readonly unknown[] => [
  answer.status,
  ...compared.filter((name) => name in answer.headers).map((name) => `${name}: ${answer.headers[name]}`),
  ...present.filter((name) => name in answer.headers),
  shapeOf(answer),
]

/** How long anything may take that has to come; what never comes is a difference. */
const patienceMs = 15_000

/** What a client sees of a request, up to the fate of its connection. */
interface Observed {
  /** Answered, or told to go on, although the body was held back. */
  readonly early: boolean
  readonly facts: readonly unknown[]
}

/** `earlyMs`: how long a body is held back for an answer that does not wait for it. */
async function observe(place: Place, request: GeneratedRequest, earlyMs: number): Promise<Observed> {
  const connection = new RawConnection(place.port)
  try {
    return await converse(connection, place, request, earlyMs)
  } catch (error) {
    if (error instanceof ConnectionClosed) return { early: false, facts: ['closed without an answer'] }
    throw error
  } finally {
    connection.destroy()
  }
}

async function converse(
  connection: RawConnection,
  place: Place,
  request: GeneratedRequest,
  earlyMs: number,
): Promise<Observed> {
  const { method, path, version, fields, body, expects, late, sent } = request
  const line = `${method} ${place.base}${path} HTTP/${version}`
  await connection.write(`${[line, 'Host: x', ...fields].join('\r\n')}\r\n\r\n`)
  if (sent < 1) {
    await connection.write(body.subarray(0, Math.floor(body.length * sent)))
    return { early: false, facts: ['went away'] }
  }
  const reading = connection.read(method)
  const first =
    expects || late ? await Promise.race([reading, delay(expects ? patienceMs : earlyMs)]) : undefined
  const refused = expects && first !== undefined && first.status >= 200
  const sending = refused ? undefined : connection.write(body)
  const welcomed = first !== undefined && first.status < 200
  const answer = welcomed ? await connection.read(method) : await reading
  await sending
  const facts = [welcomed ? 100 : 'no interim answer', ...describeAnswer(answer)]
  return { early: first !== undefined, facts: [...facts, await fateOf(connection, place, answer)] }
}

/** Whether the connection is closed, as the answer says, or takes another request. */
async function fateOf(
  connection: RawConnection,
  { base }: Place,
  { headers }: RawAnswer,
): Promise<string | undefined> {
  const late = delay(patienceMs).then(() => 'hangs')
  if (headers['connection'] === 'close') return Promise.race([connection.closed().then(() => 'closed'), late])
  await connection.write(`GET ${base}/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const next = connection.read('GET').then(
    ({ status }) => `kept: ${status}`,
    () => 'cut',
  )
  return Promise.race([next, late])
}

/** A request as a line for a person who looks for the difference. */
const told = ({ method, path, version, fields, body, expects, late }: GeneratedRequest): string =>
  [
    method,
    path,
    version,
    ...fields.map((field) => field.slice(0, 60)),
    `${body.length} bytes`,
    expects && 'expects',
    late && 'late',
  ]
    .filter(Boolean)
    .join(' | ')

describe('the same requests at the files origin, the mounted and the relaying gateway', () => {
  /** Undefined when all three places look alike to the client. */
  async function differenceOf(request: GeneratedRequest): Promise<unknown> {
    const there = await observe(places.files, request, 3000)
    const earlyMs = there.early ? patienceMs : 300
    const [here, behind] = await Promise.all([
      observe(places.mounted, request, earlyMs),
      observe(places.relaying, request, earlyMs),
    ])
    const differs = [here, behind].some((other) => JSON.stringify(other) !== JSON.stringify(there))
    return differs ? { request: told(request), files: there, mounted: here, relaying: behind } : undefined
  }

  test('get the same answers, and their connections the same end', { timeout: 180_000 }, async () => {
    const requests = [...generateRequests(2000, 20_261_122, subjects)]
    const differences: unknown[] = []
    const work = async () => {
      for (let request = requests.shift(); request; request = requests.shift()) {
        const difference = await differenceOf(request)
        if (difference !== undefined) differences.push(difference)
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    expect(differences).toEqual([])
  })
})
