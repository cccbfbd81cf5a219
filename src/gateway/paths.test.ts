import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlaces, type Place, type Places } from './places.testing.ts'
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

  test('in the place of an id are an unknown id', async () => {
    for (const id of ['..', '%2e%2e', '..%2f..%2fdocs', '%2e%2e%2fme', '.']) {
      const answers = await Promise.all(
        [places.files, places.mounted, places.relaying].map((place) => get(place, `/files/${id}`)),
      )
      expect(answers[1], id).toEqual(answers[0])
      expect(answers[2], id).toEqual(answers[0])
      expect(answers[0]?.[0], id).toBeGreaterThanOrEqual(400)
    }
  })

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
