import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone, phonesUrl } from '../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { phoneApp } from '../../../test/phone-app.ts'
import { isInstalled } from '../../../test/programs.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { command, startServer, type Server } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'

describe('the phones origin', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  test('answers unknown paths in the shape that the app expects', async () => {
    const { status, body } = await app.call('phones', { url: '/nothing' })
    expect([status, body]).toEqual([404, { message: expect.any(String), code: 'not_found' }])
    const { phone } = await enrolledPhone(app)
    expect(await phone.call('GET', '/nothing')).toMatchObject({ status: 404 })
    expect(await phone.call('DELETE', '/message')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('leads people who open it to the reference of messages', async () => {
    const { status, headers } = await app.call('phones', { url: '/' })
    expect([status, headers['location']]).toEqual([302, `${app.context.origins.sms}/docs`])
  })

  test('writes no token, code or address of a phone to the log', async () => {
    const lines: object[] = []
    const note = (fields: object) => void lines.push(fields)
    const { log } = app.context
    const before = { ...log }
    Object.assign(log, { info: note, warn: note })
    const { number, phone } = await enrolledPhone(app)
    await phone.call('GET', '/message', { authorization: 'Bearer phone_wrong' })
    await phone.post('system:ping', {})
    await phone.post('system:ping', {}, { key: 'wrong' })
    const address = phone.urlFor('system:ping').split('/').at(-1) ?? ''
    await phone.call('POST', `${await phonesUrl(app)}/inbound/${address}x`, { body: '{}' })
    await until(async () => lines.length >= 7)
    Object.assign(log, before)
    const written = JSON.stringify(lines)
    for (const secret of [number.code, number.token, phone.registration()?.token, address])
      expect(written).not.toContain(secret)
    expect(written).toContain(`"number_id":${number.id}`)
  })
})

const openssl = promisify(execFile)

/** An authority of one's own, and a certificate of it for this machine, as docs/phones.md#https describes. */
async function authority(directory: string) {
  const at = (name: string) => join(directory, name)
  const run = (...words: readonly string[]) => openssl('openssl', words)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const days = ['-days', '2']
  await run(
    'req',
    '-x509',
    ...key,
    ...days,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-subj',
    '/CN=Own CA',
  )
  const alternatives = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const server = ['-keyout', at('server.key'), '-out', at('server.csr'), '-subj', '/CN=localhost']
  await run('req', '-new', ...key, ...server, '-addext', alternatives)
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-copy_extensions', 'copy']
  await run('x509', '-req', '-in', at('server.csr'), ...signed, ...days, '-out', at('server.pem'))
  return { ca: await readFile(at('ca.pem'), 'utf8'), cert: at('server.pem'), key: at('server.key') }
}

describe.skipIf(!isInstalled('openssl'))('BUREAU_TLS_CERT (openssl)', () => {
  let directory: string
  let server: Server
  afterAll(async () => {
    await server.kill().catch(() => undefined)
    await rm(directory, { recursive: true, force: true })
  })

  test(
    'with an authority of one’s own serves a phone that trusts nothing else, from code to answer',
    { timeout: 60_000 },
    async () => {
      directory = await mkdtemp(join(tmpdir(), 'bureau-tls-'))
      const { ca, cert, key } = await authority(directory)
      const dataDir = join(directory, 'data')
      server = await startServer({ dataDir, env: { BUREAU_TLS_CERT: cert, BUREAU_TLS_KEY: key } })
      const words = ['numbers', 'add', '--phone', newPhone(), '--carrier', 'android', '--pool']
      const added = await command<{ id: number; code: string; url: string; qr: string }>(dataDir, ...words)
      expect(added).toMatchObject({
        code: expect.stringMatching(/^\d{8}$/),
        url: `${server.urls.phones_url}/api/mobile/v1`,
        qr: expect.stringContaining('▀'),
      })
      expect(added.url).toMatch(/^https:/)
      const trusting = phoneApp({ url: added.url, ca })
      const strict = phoneApp({ url: added.url })
      await expect(strict.enrol(`Code ${added.code}`)).rejects.toThrow(/certificate/)
      expect(await trusting.enrol(`Code ${added.code}`)).toBe(201)
      await trusting.start()
      await until(async () => trusting.webhooks().length > 0)
      expect(trusting.urlFor('sms:received')).toMatch(/^https:/)
      const { secret } = await command<{ secret: string }>(dataDir, 'system-secret', 'show')
      const notice = JSON.stringify({ to: '+12025550123', body: 'Your code is 1', purpose: 'code' })
      const authorization = `Bearer ${secret}`
      const sent = await trusting.call<{ message: { id: number } }>(
        'POST',
        `${server.urls.sms_base_url}/api/v1/system/send`,
        { authorization, body: notice },
      )
      expect(sent.status).toBe(202)
      await until(async () => trusting.radio.length === 1)
      expect(trusting.radio).toMatchObject([{ to: '+12025550123', text: 'Your code is 1' }])
      await trusting.receive({ from: '+12025550123', body: 'Thank you' })
      expect(await command(dataDir, 'numbers', 'phone', `${added.id}`)).toMatchObject({
        online: true,
        app_version: '1.68.0',
      })
      await trusting.stop()
      expect(await server.stop()).toBe(0)
    },
  )
})
