import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayTo, openPlaces, portOf, type Place, type Places } from './places.testing.ts'
import { RawConnection } from './raw-connection.testing.ts'

let places: Places
let key: string
beforeAll(async () => {
  places = await openPlaces()
  key = (await (await places.app.tenant()).key('files')).key
})
afterAll(() => places.close())

/** As a client sends it that resolves nothing. */
async function get({ port, base }: Place, path: string): Promise<readonly [number, unknown]> {
  const connection = new RawConnection(port)
  await connection.write(
    `GET ${base}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  )
  const { status, body } = await connection.read('GET')
  return [status, (JSON.parse(body) as { error: { code: string } }).error.code]
}

const climbs = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%2E.',
  '..%2f..',
  '..%5c..',
  '..\\..',
  '%252e%252e',
  '.',
  '%2e',
  '..;',
]
const targets = ['docs', 'openapi.json', 'sl/aaaaaaaa', 'assets/style.css', 'api/v1/me']

describe('dot segments', () => {
  test.each(climbs)('%s lead nowhere: 404 not_found at both gateways and the files origin', async (climb) => {
    for (const target of targets) {
      for (const path of [
        `/${climb}/${target}`,
        `/${climb}/${climb}/${target}`,
        `/nothing/${climb}/${climb}/${climb}/${target}`,
        `//${climb}/${target}`,
      ]) {
        const { files, mounted, relaying } = places
        for (const place of [files, mounted, relaying])
          expect(await get(place, path), `${place.name} ${path}`).toEqual([404, 'not_found'])
      }
    }
  })

  test('in the place of an id are an unknown path', async () => {
    for (const id of ['..', '%2e%2e', '..%2f..%2fdocs', '%2e%2e%2fme', 'x%5c..', '.', '..;a=b', '%2E%2e%3B'])
      for (const place of [places.files, places.mounted, places.relaying])
        expect(await get(place, `/files/${id}`), `${place.name} ${id}`).toEqual([404, 'not_found'])
  })

  test('are refused before the key is looked at, by the mounted services too, and CORS lets browsers read it', async () => {
    for (const climb of climbs) {
      for (const base of ['/v1/files', '/v1/users', '/v1/iam']) {
        for (const { name, port } of [places.mounted, places.relaying]) {
          if (name === 'relaying gateway' && base !== '/v1/files') continue
          const connection = new RawConnection(port)
          await connection.write(`GET ${base}/${climb}/docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
          const { status, headers, body } = await connection.read('GET')
          expect([status, JSON.parse(body)], `${name} ${base} ${climb}`).toMatchObject([
            404,
            { error: { code: 'not_found' } },
          ])
          expect(headers['access-control-allow-origin'] === '*').toBe(base !== '/v1/users')
        }
      }
    }
  })

  test.each([...climbs, '%2e.;x', '..%3bx', '%25252e.', 'x%2f..%2f..', 'x%5C%2e%2E', '/../', '..//'])(
    '%s is never relayed',
    async (climb) => {
      const relayed: string[] = []
      const upstream = createServer((request, response) => {
        relayed.push(request.url ?? '')
        response.end('{"error":{"code":"relayed"}}')
      })
      await once(upstream.listen(0, '127.0.0.1'), 'listening')
      const gateway = await gatewayTo(portOf(upstream))
      const relaying = { name: 'relaying gateway', port: portOf(gateway.server), base: '/v1/files' } as const
      for (const path of [`/${climb}/docs`, `/files/x/${climb}/content`, `/${climb}?x=1`])
        expect(await get(relaying, path), path).toEqual([404, 'not_found'])
      for (const path of ['/files/x.y', '/files/...', '/files/..x', '/files/a;..', '/x?a=/../b'])
        expect(await get(relaying, path), path).toEqual([200, 'relayed'])
      expect(relayed).toEqual(
        ['/files/x.y', '/files/...', '/files/..x', '/files/a;..', '/x?a=/../b'].map(
          (path) => `/api/v1${path}`,
        ),
      )
      await gateway.close()
      upstream.close()
    },
  )

  test('do not hide in a prefix whose letters are percent-encoded', async () => {
    for (const base of ['/v1/%66iles', '/v1/f%69le%73', '/%761/files']) {
      const port = places.relaying.port
      expect(await get({ ...places.relaying, base }, '/../../docs'), base).toEqual([404, 'not_found'])
      const response = await fetch(`http://127.0.0.1:${port}${base}/me`, {
        headers: { authorization: `Bearer ${key}` },
      })
      expect(response.status, base).toBe(200)
    }
  })

  test('do not hide in a whole URL, which means what its path means', async () => {
    for (const origin of [
      'http://x',
      'https://x.example:443',
      'http://',
      'http://..',
      'http://v1',
      'HTTP://x',
      'ftp://x',
    ]) {
      for (const path of ['/../../docs', '/nothing', '/files/zz']) {
        const [there, here] = await Promise.all(
          [places.mounted, places.relaying].map((place) =>
            get({ ...place, base: origin + place.base }, path),
          ),
        )
        expect(here, origin + path).toEqual(there)
        expect(here?.[0], origin + path).toBeGreaterThanOrEqual(400)
      }
      const [there, here] = await Promise.all(
        [places.mounted, places.relaying].map(async (place) => {
          const connection = new RawConnection(place.port)
          const head = `HEAD ${origin}${place.base}/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}`
          await connection.write(`${head}\r\nConnection: close\r\n\r\n`)
          return (await connection.read('HEAD')).status
        }),
      )
      expect(here, origin).toBe(there)
    }
  })
})
