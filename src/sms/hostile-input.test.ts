import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { newPhone, type Reply, simulatorNumber, smsAccount } from '../../test/sms-account.ts'
import { groupOf } from '../../test/sms-group.ts'
import { systemSecret } from '../platform/secrets/system-secret.ts'
import { sql } from '../platform/database/sql.ts'

type Call = (more: object) => Promise<readonly [status: number, code: string | undefined]>

let app: TestApp
/** Every call that takes a text: valid but for what is given. */
let sends: Readonly<Record<'send' | 'broadcast' | 'system', Call>>
/** Every call that takes a number, with it in its place. */
let numbers: Readonly<
  Record<'to' | 'list' | 'create' | 'add' | 'change' | 'system', (phone: unknown) => ReturnType<Call>>
>
let from: (from: unknown) => ReturnType<Call>
/** Bytes as they are, as JSON, to the path of a send. */
let raw: (payload: string | Buffer, type?: string) => ReturnType<Call>

const verdict = ({ status, body }: Reply<unknown>) => [status, body.error?.code] as const

beforeAll(async () => {
  app = await testApp()
  await simulatorNumber(app, { online: false })
  const account = await smsAccount(app, { plan: { smsDaily: 100_000 } })
  const { group } = await groupOf(app, account)
  const host = await simulatorNumber(app, { tenant: account.tenant, online: false })
  const secret = await systemSecret(app.context)
  const post = async (
    path: string,
    payload: object | string | Buffer,
    key = account.key,
    type = 'application/json',
  ) =>
    verdict(
      (await app.call('sms', {
        method: 'POST',
        url: `/api/v1${path}`,
        key,
        payload,
        headers: { 'content-type': type },
      })) as unknown as Reply<unknown>,
    )
  const members = `/groups/${group.id}/members`
  sends = {
    send: (more) => post('/messages', { to: newPhone(), body: 'x', ...more }),
    broadcast: (more) => post(`/groups/${group.id}/messages`, { body: 'x', ...more }),
    system: (more) => post('/system/send', { to: newPhone(), body: 'x', purpose: 'notice', ...more }, secret),
  }
  numbers = {
    to: (phone) => sends.send({ to: phone }),
    list: (phone) => sends.send({ to: [newPhone(), phone] }),
    create: (phone) => post('/groups', { name: 'x', number_id: host.id, members: [{ name: 'x', phone }] }),
    add: (phone) => post(members, { name: 'x', phone }),
    change: async (phone) => verdict(await account.patch(`${members}/${group.members[0]?.id}`, { phone })),
    system: (phone) => sends.system({ to: phone }),
  }
  from = (asked) => sends.send({ from: asked })
  raw = (payload, type) => post('/messages', payload, account.key, type)
})
afterAll(() => app.close())

const calls = ['send', 'broadcast', 'system'] as const
const places = ['to', 'list', 'create', 'add', 'change', 'system'] as const

const count = async () =>
  (await app.context.database.one<{ count: number }>(sql`select count(*)::int as count from sms.message`))
    .count

const wrongNumbers = [
  '',
  ' ',
  '+',
  '0',
  '-1',
  '911',
  '32665',
  '5550123',
  '12345',
  '+1999',
  '+1202555',
  '+00000000000',
  '+12025550123456789',
  '+1 555 123 4567',
  '2O25550123',
  '202555012',
  '2025550123 ext 5',
  '2025550123x5',
  '+19005550123',
  'call 2025550123',
  '2025550123, 2025550124',
  "'; drop table sms.message; --",
  '../../etc/passwd',
  '😀',
  '\u{202E}+12025550123',
  'null',
  'NaN',
  '1e10',
  '1'.repeat(10_000),
  '+'.repeat(1000),
]

describe.each(places)('a number in its place (%s)', (place) => {
  test('of a broken form is invalid_number, and nothing is queued', async () => {
    const before = await count()
    for (const phone of wrongNumbers)
      expect([phone, ...(await numbers[place](phone))]).toEqual([phone, 400, 'invalid_number'])
    expect(await count()).toBe(before)
  })

  test('of another type is bad_request', async () => {
    for (const phone of [12_025_550_123, 1.5, true, {}, [5], [[newPhone()]], { phone: newPhone() }, [null]])
      expect([phone, ...(await numbers[place](phone))]).toEqual([phone, 400, 'bad_request'])
  })
})

test('a from of a broken form or another type is invalid_number', async () => {
  const types = [true, 1.5, 0, -1, {}, [], [newPhone()]]
  for (const asked of [...wrongNumbers.filter((phone) => !['', '+19005550123'].includes(phone)), ...types])
    expect([asked, ...(await from(asked))]).toEqual([asked, 400, 'invalid_number'])
})

describe.each(calls)('a body in %s', (call) => {
  test.each([
    ['1 GSM character', 'a'],
    ['1,600 GSM characters', 'a'.repeat(1600)],
    ['1,600 characters of the extension table', '€'.repeat(1600)],
    ['1 UCS-2 character', 'я'],
    ['1,600 UCS-2 characters', 'я'.repeat(1600)],
    ['1 emoji', '😀'],
    ['1,600 emoji', '😀'.repeat(1600)],
    ['control characters', '\u{1}\u{7F}\r\n\t\f'],
    ['what looks like SQL, HTML and a template', `'; drop table x; -- <script> \${x} %s`],
  ])('of %s is accepted', async (_, body) => {
    expect(await sends[call]({ body })).toEqual([202, undefined])
  })

  test.each([
    ['0 characters', ''],
    ['1,601 GSM characters', 'a'.repeat(1601)],
    ['1,601 UCS-2 characters', 'я'.repeat(1601)],
    ['1,601 emoji', '😀'.repeat(1601)],
    ['NUL', '\0'],
    ['NUL within a text', 'a\0b'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\ude00a'],
    ['surrogates in the wrong order', '\ude00\ud83d'],
    ['no value', undefined],
    ['null', null],
    ['a number', 5],
    ['a list', ['x']],
    ['an object', { text: 'x' }],
  ])('of %s is invalid_body', async (_, body) => {
    expect(await sends[call]({ body })).toEqual([400, 'invalid_body'])
  })
})

describe.each(calls)('an option in %s', (call) => {
  test('ttl: 60 to 604800 whole seconds, anything else is bad_request', async () => {
    for (const ttl of [60, 604_800]) expect(await sends[call]({ ttl })).toEqual([202, undefined])
    for (const ttl of [59, 604_801, 0, -60, 60.5, '60', true, [], {}, 1e300, -1e300, 2 ** 53])
      expect([ttl, ...(await sends[call]({ ttl }))]).toEqual([ttl, 400, 'bad_request'])
  })

  test.each(['client_ref', 'idempotency_key'])(
    '%s: 80 characters, anything else is bad_request',
    async (name) => {
      expect(await sends[call]({ [name]: '😀'.repeat(80) })).toEqual([202, undefined])
      for (const wrong of ['r'.repeat(81), '😀'.repeat(81), 'a\0', '\ud83d', 5, [], {}])
        expect([wrong, ...(await sends[call]({ [name]: wrong }))]).toEqual([wrong, 400, 'bad_request'])
    },
  )

  test.each([null, ''])('counts as absent when it is %j', async (empty) => {
    for (const name of ['client_ref', 'idempotency_key', 'ttl'])
      expect([name, ...(await sends[call]({ [name]: empty }))]).toEqual([name, 202, undefined])
  })
})

describe('a list of recipients', () => {
  test('of 101 is bad_request, also when all are the same', async () => {
    const to = newPhone()
    expect(await sends.send({ to: Array.from({ length: 101 }, newPhone) })).toEqual([400, 'bad_request'])
    expect(await sends.send({ to: Array<string>(101).fill(to) })).toEqual([400, 'bad_request'])
  })

  test('with one invalid number among valid ones queues nothing', async () => {
    const before = await count()
    const good = Array.from({ length: 99 }, newPhone)
    expect(await sends.send({ to: [...good, '911'] })).toEqual([400, 'invalid_number'])
    expect(await sends.send({ to: [...good, null] })).toEqual([400, 'bad_request'])
    expect(await count()).toBe(before)
  })
})

describe('a request body', () => {
  test.each([
    ['nothing', ''],
    ['half an object', '{"to": "+12025550123", "body": '],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '5'],
    ['a raw NUL in a string', '{"to": "+12025550123", "body": "a\0"}'],
    ['bytes that are not UTF-8', Buffer.from('{"to": "+12025550123", "body": "\u00ff"}', 'latin1')],
    ['a form', 'to=%2B12025550123&body=x'],
    ['deep nesting', '['.repeat(100_000)],
    ['more than 1 MB', JSON.stringify({ to: '+12025550123', body: 'x'.repeat(1024 * 1024) })],
  ])('of %s is bad_request', async (_, payload) => {
    expect(await raw(payload)).toEqual([400, 'bad_request'])
  })

  test('of another type is bad_request', async () => {
    const payload = JSON.stringify({ to: newPhone(), body: 'x' })
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data', 'x'])
      expect([type, ...(await raw(payload, type))]).toEqual([type, 400, 'bad_request'])
  })
})
