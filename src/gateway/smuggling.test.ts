import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlaces, type Places } from './places.testing.ts'
import { RawConnection } from './raw-connection.testing.ts'
import { smugglingForms, type SmugglingForm } from './smuggling.forms.testing.ts'

/** One request as a role behind saw it. */
interface Seen {
  readonly url: string
  readonly key: string | undefined
}

let places: Places
const seen = { gateway: [] as Seen[], files: [] as Seen[] }
const victim = { key: '', file: '' }
let attacker: string

beforeAll(async () => {
  places = await openPlaces()
  const { app } = places
  for (const role of ['gateway', 'files'] as const)
    for (const event of ['request', 'checkContinue'])
      app.origin(role).server.on(event, ({ url = '', headers }: IncomingMessage) => {
        seen[role].push({ url, key: headers.authorization?.replace('Bearer ', '') })
      })
  const owner = await app.tenant()
  victim.key = (await owner.key('files')).key
  attacker = (await (await app.tenant()).key('files')).key
  const made = await app.call('files', {
    method: 'POST',
    url: '/api/v1/folders',
    key: victim.key,
    payload: { name: 'treasure' },
  })
  victim.file = (made.body as { data: { id: string } }).data.id
})
afterAll(() => places.close())

/** Writes a form and reads until nothing comes any more. */
async function attack(port: number, { bytes }: SmugglingForm): Promise<void> {
  const connection = new RawConnection(port)
  await connection.write(bytes)
  await Promise.race([connection.closed(), delay(150)])
  connection.destroy()
}

/** What the victim requests on their own connections during the attack. */
async function visit(port: number, base: string): Promise<readonly (string | number)[]> {
  const connection = new RawConnection(port)
  const head = `GET ${base}/folders/${victim.file}?victim HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${victim.key}\r\n`
  await connection.write(`${head}Connection: close\r\n\r\n`)
  const { status, body } = await connection.read('GET')
  return [status, (JSON.parse(body) as { data: { id: string } }).data.id]
}

describe.each(['mounted', 'relaying'] as const)('smuggling at the %s gateway', (mode) => {
  // What is counted: requests that reach the files service, in this process or behind.
  const role = mode === 'mounted' ? 'gateway' : 'files'

  const prefix = mode === 'mounted' ? '/v1/files' : '/api/v1'

  const hiddenRequests = (): readonly string[] => [
    `DELETE ${prefix}/folders/${victim.file}?hidden HTTP/1.1\r\nHost: x\r\n\r\n`,
    // Takes in the head of whatever request follows it on the connection, key and all.
    `POST ${prefix}/folders?hidden HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 300\r\n\r\n`,
  ]

  test.each([
    ['without a key', () => undefined],
    ['with their own key', () => attacker],
  ])(
    'the known forms, sent by one %s, hide no request and touch no neighbour',
    { timeout: 60_000 },
    async (_who, keyOf) => {
      const { port, base } = places[mode]
      const key = keyOf()
      for (const hidden of hiddenRequests()) {
        seen[role].length = 0
        const forms = smugglingForms({ base, key, hidden })
        for (let at = 0; at < forms.length; at += 100) {
          const batch = forms.slice(at, at + 100).map((form) => attack(port, form))
          const visits = Array.from({ length: 4 }, () => visit(port, base))
          expect(await Promise.all(visits)).toEqual(visits.map(() => [200, victim.file]))
          await Promise.all(batch)
        }
        expect(seen[role].filter(({ url }) => url.includes('hidden'))).toEqual([])
        for (const [at, { name, requests }] of forms.entries()) {
          const own = seen[role].filter(({ url }) => url.endsWith(`form=${at}`))
          expect(own.length, name).toBeLessThanOrEqual(requests)
          for (const request of own) expect(request.key, name).toBe(key)
        }
        const others = seen[role].filter(({ url }) => !url.includes('form='))
        expect(new Set(others.map((request) => request.key))).toEqual(new Set([victim.key]))
      }
    },
  )

  test('no kept connection carries anything of a body that came with GET, HEAD or DELETE', async () => {
    const { port, base } = places[mode]
    const hidden = `DELETE ${prefix}/folders/${victim.file}?hidden HTTP/1.1\r\nHost: x\r\n\r\n`
    seen[role].length = 0
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      for (let round = 0; round < 20; round++) {
        const connection = new RawConnection(port)
        await connection.write(
          `${method} ${base}/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n` +
            `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
        )
        expect((await connection.read(method)).status).toBe(401)
        connection.destroy()
        expect(await visit(port, base)).toEqual([200, victim.file])
      }
    }
    expect(seen[role].filter(({ url }) => url.includes('hidden'))).toEqual([])
    expect(seen[role]).toHaveLength(120)
  })
})
