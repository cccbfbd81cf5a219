import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { smsAccount } from '../../../../../test/sms-account.ts'
import { eventually, until } from '../../../../../test/until.ts'

let app: TestApp
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  app = await testApp()
  await app.origin('phones').listen({ host: '127.0.0.1', port: 0 })
  port = (app.origin('phones').server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await until(async () => app.context.bodies.strangers.bytes === 0)
})
afterAll(() => app.close())

/** A request that announces more of a body than it sends. */
function begin(method: string, path: string, sentBytes: number, announcedBytes: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${announcedBytes}\r\n\r\n`
  socket.write(head + ' '.repeat(sentBytes))
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return { socket, status: () => text.slice('HTTP/1.1 '.length, 12) }
}

const held = () => app.context.bodies.strangers.bytes

describe('a body that never ends', () => {
  test('is answered and not held when it comes to an address that no phone has', async () => {
    const posts = Array.from({ length: 200 }, (_, at) =>
      begin('POST', `/api/mobile/v1/inbound/unknown${at}`, 255 * 1024, 256 * 1024),
    )
    await until(async () => posts.every(({ status }) => status() === '200'))
    expect(held()).toBe(0)
  })

  test('is held for a phone up to its network’s memory; the phone is busy then, and callers are served', async () => {
    const { phone } = await enrolledPhone(app)
    const { pathname } = new URL(phone.urlFor('sms:received'))
    const posts = Array.from({ length: 40 }, () => begin('POST', pathname, 255 * 1024, 256 * 1024))
    await until(async () => posts.some(({ status }) => status() === '503'))
    await eventually(() => expect(held()).toBeGreaterThan(7 * 1024 ** 2))
    expect(held()).toBeLessThanOrEqual(8 * 1024 ** 2)
    const account = await smsAccount(app)
    const sent = await account.send({ to: '+12025550123', body: 'x' })
    expect(sent.status).not.toBe(503)
  })

  test('of those who have no account is bounded in JSON too, and others enrol', async () => {
    const enrolments = Array.from({ length: 200 }, () =>
      begin('POST', '/api/mobile/v1/device', 60_000, 64_000),
    )
    await until(async () => enrolments.some(({ status }) => status() === '503'))
    expect(held()).toBeLessThanOrEqual(8 * 1024 ** 2)
    const answer = await app.call('phones', {
      method: 'POST',
      url: '/api/mobile/v1/device',
      payload: {},
      remoteAddress: '198.51.100.1',
    })
    expect(answer.status).toBe(401)
  })

  test('of a sender who leaves is forgotten', async () => {
    const { phone } = await enrolledPhone(app)
    const { pathname } = new URL(phone.urlFor('sms:received'))
    const { socket } = begin('POST', pathname, 1000, 256 * 1024)
    await until(async () => held() === 1000)
    socket.destroy()
    await once(socket, 'close')
    await until(async () => held() === 0)
  })
})
