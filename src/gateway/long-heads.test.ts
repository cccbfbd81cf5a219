import { maxHeaderSize } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlaces, type Place, type Places } from './places.testing.ts'
import { RawConnection } from './raw-connection.testing.ts'

let places: Places
let key: string
beforeAll(async () => {
  places = await openPlaces()
  key = (await (await places.app.tenant()).key('files')).key
})
afterAll(() => places.close())

async function statusOf({ base, port }: Place, bytes: number): Promise<number> {
  const start = `GET ${base}/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nX-Long: `
  const connection = new RawConnection(port)
  await connection.write(`${start}${'x'.repeat(bytes - start.length - 4)}\r\n\r\n`)
  const { status } = await connection.read('GET')
  connection.destroy()
  return status
}

test('a head of any length is accepted or refused by the relaying gateway as by the mounted one', async () => {
  const statuses = new Set<number>()
  for (let bytes = maxHeaderSize - 800; bytes < maxHeaderSize + 200; bytes += 40) {
    const mounted = await statusOf(places.mounted, bytes)
    expect([bytes, await statusOf(places.relaying, bytes)]).toEqual([bytes, mounted])
    statuses.add(mounted)
  }
  expect([...statuses]).toEqual([200, 431])
})
