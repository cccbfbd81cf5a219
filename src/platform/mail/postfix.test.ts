import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { probeMsMax, testDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { postfixMissing, startPostfix, type Postfix } from '../../../test/postfix.ts'
import { smtpSinkMissing, startSmtpSink } from '../../../test/smtp-sink.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { contextOf } from '../jobs/context.testing.ts'
import { startWorker } from '../jobs/worker.ts'
import { deliverMail } from './deliver-mail.ts'
import { writeLetter } from './letter.ts'
import { sendMail } from './send-mail.ts'
import { openMailTransport } from './smtp/transport.ts'

const kind = { name: 'test', perRecipientMax: 20 }
const url = 'https://files.example.com/welcome/k9Zt3QmPx7vLr2Wd8YhBn4Fs6Jc1Ga5Te0UiOoKlMpQ'

let database: Database
let connectionString: string
const closing: (() => Promise<unknown> | void)[] = []

beforeEach(async () => {
  const fixture = await testDatabase()
  closing.push(fixture.close)
  ;({ connectionString } = fixture)
  // Retries go by the clock of PostgreSQL.
  database = await openDatabase({
    connectionString,
    clock: systemClock,
    log: silentLog,
    poolMax: 8,
    probeMsMax,
  })
  closing.push(database.close)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A worker that hands mails to this server. */
async function work(smtpUrl: string, silentMsMax = 5000): Promise<void> {
  const from = { name: 'Bureau', address: 'bureau@example.com' }
  const mail = await openMailTransport({ smtpUrl, from, domain: 'files.example.com', silentMsMax })
  closing.push(mail.close)
  const context = contextOf({ clock: systemClock, log: silentLog, database, mail })
  const worker = await startWorker({ connectionString, jobs: [deliverMail], context, stopMsMax: 1000 })
  closing.push(worker.stop)
}

const send = (to: string, subject = 'Set your password') =>
  database.transaction((tx) => {
    const action = { words: 'Set your password', url }
    const words = {
      preview: 'Hello',
      heading: subject,
      before: ['Grüße'],
      after: [],
      why: 'You asked for it.',
    }
    return sendMail(tx, writeLetter({ to, subject, action, ...words }), {
      kind,
      scopeId: null,
      address: null,
    })
  })

const outcomeOf = (to: string) =>
  database.one<{ sent: boolean; failed: boolean; error: string | null }>(sql`
    select sent_at is not null as sent, failed_at is not null as failed, error
      from platform.mail where recipient = ${to}`)

const sent = { sent: true, failed: false, error: null }
/** Put off once: what is said about it, before the next try. */
const putOff = (error: string) => ({
  sent: false,
  failed: false,
  error: expect.stringContaining(error) as string,
})

const header = (mail: string, name: string): string | undefined =>
  new RegExp(`^${name}: *(.*(?:\\n[ \\t].*)*)$`, 'im').exec(mail)?.[1]
const messageIdsOf = async (server: { readonly mails: () => Promise<string[]> }) =>
  (await server.mails()).map((mail) => header(mail, 'Message-ID'))

describe.skipIf(postfixMissing)('mails to a Postfix (as root)', () => {
  let postfix: Postfix
  let before = 0
  beforeAll(async () => {
    postfix = await startPostfix()
  })
  afterAll(() => postfix.stop())
  beforeEach(async () => {
    await postfix.setRules({})
    before = (await postfix.mails()).length
  })
  const delivered = async (to: string) =>
    (await postfix.mails()).filter((mail) => header(mail, 'X-Original-To') === to)

  test('arrive as text and HTML, with the link whole', async () => {
    await work(postfix.url)
    await send(
      'ann@example.org',
      'Invitation to “Ängström 👋 & Töchter”, which is long enough to be folded twice',
    )
    await expect.poll(() => delivered('ann@example.org')).toHaveLength(1)
    const [mail = ''] = await delivered('ann@example.org')
    expect(header(mail, 'Return-Path')).toBe('<bureau@example.com>')
    expect(header(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(mail, 'Content-Type')).toContain('multipart/alternative')
    expect(mail.replaceAll('=\n', '').split(url)).toHaveLength(5)
    expect(mail.split('\n').filter((line) => line.length > 78)).toEqual([])
    expect(await outcomeOf('ann@example.org')).toEqual(sent)
  })

  test('arrive at addresses in any script, and at the longest ones', async () => {
    await work(postfix.url)
    const long = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.de`
    expect(long).toHaveLength(254)
    const addresses = ['пётр@example.org', 'ann@xn--e1afmkfd.example', "o'brien+news@example.org", long]
    for (const to of addresses) await send(to)
    for (const to of addresses) await expect.poll(() => delivered(to)).toHaveLength(1)
  })

  test('are given up when the recipient or the mail is refused for good, and hold nobody up', async () => {
    await postfix.setRules({
      recipients: { 'nobody@example.org': '550 5.1.1 Unknown' },
      contents: { 'spam@example.org': '554 5.7.1 Refused' },
    })
    await work(postfix.url)
    for (const to of ['nobody@example.org', 'spam@example.org', 'bob@example.org']) await send(to)
    await expect.poll(() => outcomeOf('bob@example.org')).toEqual(sent)
    const refused = (error: string) => ({ sent: false, failed: true, error })
    await expect.poll(() => outcomeOf('nobody@example.org')).toEqual(refused('SMTP 550 at RCPT TO'))
    await expect.poll(() => outcomeOf('spam@example.org')).toEqual(refused('SMTP 554 at DATA'))
    await expect.poll(async () => (await postfix.mails()).length).toBe(before + 1)
  })

  test('that are put off by a greylist are sent again, and arrive once', async () => {
    await postfix.setRules({ recipients: { 'grey@example.org': '451 4.7.1 Greylisted' } })
    await work(postfix.url)
    await send('grey@example.org')
    await expect.poll(() => outcomeOf('grey@example.org')).toEqual(putOff('SMTP 451 at RCPT TO'))
    await postfix.setRules({})
    await expect.poll(() => outcomeOf('grey@example.org')).toEqual(sent)
    await expect.poll(() => delivered('grey@example.org')).toHaveLength(1)
  })

  test('on which the server stalls are sent again, and arrive once', async () => {
    await postfix.setRules({ recipients: { 'slow@example.org': 'stall' } })
    await work(postfix.url, 500)
    await send('slow@example.org')
    await expect.poll(() => outcomeOf('slow@example.org')).toEqual(putOff('ETIMEDOUT'))
    await postfix.setRules({})
    await expect.poll(() => outcomeOf('slow@example.org')).toEqual(sent)
    await expect.poll(() => delivered('slow@example.org')).toHaveLength(1)
  })

  test('of many at once arrive once each, with two workers', async () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `many-${at}@example.org`)
    await Promise.all([work(postfix.url), work(postfix.url)])
    await Promise.all(addresses.map((to) => send(to)))
    await expect.poll(async () => (await postfix.mails()).length).toBe(before + 40)
    for (const to of addresses) expect(await outcomeOf(to)).toEqual(sent)
    const ids = await messageIdsOf(postfix)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe.skipIf(smtpSinkMissing)('mails to a server that misbehaves (smtp-sink)', () => {
  test('and drops the connection after the last byte have the same Message-ID when they are sent again', async () => {
    const sink = await startSmtpSink('-q', '.')
    closing.push(sink.stop)
    await work(sink.url)
    await send('ann@example.org')
    await expect.poll(() => outcomeOf('ann@example.org')).toEqual(putOff('The mail server could not be used'))
    const [id] = await messageIdsOf(sink)
    expect(id).toMatch(/^<mail\.\d+\.\d+@files\.example\.com>$/)
    await expect.poll(() => messageIdsOf(sink)).toEqual([id, id])
  })

  test('and accepts connections but never answers are put off', async () => {
    const sink = await startSmtpSink()
    closing.push(sink.stop)
    sink.freeze()
    await work(sink.url, 500)
    await send('ann@example.org')
    await expect.poll(() => outcomeOf('ann@example.org')).toEqual(putOff('ETIMEDOUT'))
  })
})
