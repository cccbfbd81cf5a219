import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { contextOf } from '../jobs/context.testing.ts'
import type { Log, LogFields } from '../log/log.ts'
import { deliverMail } from './deliver-mail.ts'
import type { MailDraft } from './mail.ts'
import { listMails, requeueMail } from './store.ts'
import { MailDeferred, type MailTransport, openMailTransport } from './smtp/transport.ts'

const lines: unknown[] = []
const note = (fields: LogFields, message: string) => void lines.push({ fields, message })
const log: Log = { debug: note, info: note, warn: note, error: note }

interface Received {
  readonly from: string
  readonly to: string[]
  readonly message: string
}

const received: Received[] = []

/** What the server says to recipients whose address begins so. */
const answers: Record<string, number> = { nobody: 550, busy: 451, quarrel: 554 }

const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  allowInsecureAuth: true,
  onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('no'), { responseCode: 535 })),
  onRcptTo({ address }, _session, callback) {
    const status = answers[address.split('@', 1)[0] ?? '']
    if (status === undefined || status === 554) return callback()
    callback(Object.assign(new Error(`<${address}> is not here`), { responseCode: status }))
  },
  onData(stream, { envelope }, callback) {
    textOf(stream).then((message) => {
      const to = envelope.rcptTo.map(({ address }) => address)
      if (to[0]?.startsWith('quarrel'))
        return callback(Object.assign(new Error('spam'), { responseCode: 554 }))
      received.push({ from: envelope.mailFrom === false ? '' : envelope.mailFrom.address, to, message })
      callback()
    }, callback)
  },
})

let database: Database
let closeDatabase: () => Promise<void>
let transport: MailTransport
let port: number
let now: Date
const clock: Clock = { now: () => now }
const domain = 'files.example.com'
const from = { name: 'Bureau', address: 'bureau@example.com' }

beforeAll(async () => {
  const fixture = await testDatabase()
  ;({ database, close: closeDatabase } = fixture)
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this shape.
  ;({ port } = server.address() as AddressInfo)
  transport = await openMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from, domain })
})
afterAll(async () => {
  transport.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
  await closeDatabase()
})
beforeEach(() => {
  received.length = 0
  lines.length = 0
  now = new Date('2026-01-05T10:00:00Z')
})

/** Stores a mail as a transaction does, and gives its id. */
async function store(draft: Partial<MailDraft> = {}): Promise<number> {
  const { to = 'ada@example.org', subject = 'Hello', text = 'Text', html = '<p>Text</p>', links = [] } = draft
  const { id } = await database.one<{ id: number }>(sql`
    insert into platform.mail (recipient, subject, text, html, links, created_at, queued_at)
    values (${to}, ${subject}, ${text}, ${html}, ${links}, ${now}, ${now})
    returning id
  `)
  return id
}

const deliver = (mail_id: number, mail = transport) =>
  deliverMail.run({ mail_id }, contextOf({ clock, database, log, mail }))

const resend = async (id: number) => expect(await requeueMail(database, id, now)).toBe(1)

const outcomeOf = (id: number) =>
  database.one<{ sent_at: Date | null; failed_at: Date | null; error: string | null }>(sql`
    select sent_at, failed_at, error from platform.mail where id = ${id}
  `)

describe('deliverMail', () => {
  test('hands text and html to the server and notes when', async () => {
    const id = await store({ to: 'ada@example.org', text: 'Plain', html: '<p>Rich</p>' })
    await deliver(id)
    expect(received).toMatchObject([{ from: 'bureau@example.com', to: ['ada@example.org'] }])
    const message = received[0]?.message ?? ''
    for (const part of [
      'From: Bureau <bureau@example.com>',
      'To: ada@example.org',
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Plain',
      'Content-Type: text/html',
      '<p>Rich</p>',
      'Date: Mon, 05 Jan 2026 10:00:00 +0000',
      'Auto-Submitted: auto-generated',
    ])
      expect(message).toContain(part)
    expect(await outcomeOf(id)).toEqual({ sent_at: now, failed_at: null, error: null })
  })

  test('sends a mail once, and a repeat after a crash under the same Message-ID', async () => {
    const id = await store()
    await deliver(id)
    await deliver(id)
    expect(received).toHaveLength(1)
    await database.run(sql`update platform.mail set sent_at = null where id = ${id}`)
    now = new Date('2026-01-05T10:05:00Z')
    await deliver(id)
    const ids = received.map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1])
    expect(ids).toEqual([`<mail.${id}.1767607200000@files.example.com>`, ids[0]])
  })

  test('keeps a subject in any script', async () => {
    await deliver(await store({ subject: 'Grüße an Zoë 👋' }))
    const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(received[0]?.message ?? '')?.[1] ?? ''
    const words = [...subject.matchAll(/=\?UTF-8\?Q\?(.*?)\?=/gi)].map((match) => match[1] ?? '').join('')
    const decoded = decodeURIComponent(words.replaceAll('_', ' ').replaceAll('=', '%'))
    expect(decoded).toContain('Zoë 👋')
  })

  test('gives a refused recipient up, and never writes the address', async () => {
    const id = await store({ to: 'nobody@example.org' })
    await deliver(id)
    expect(await outcomeOf(id)).toEqual({ sent_at: null, failed_at: now, error: 'SMTP 550 at RCPT TO' })
    expect(JSON.stringify(lines)).toContain('550')
    expect(JSON.stringify(lines)).not.toContain('nobody')
    await deliver(id)
    expect(lines).toHaveLength(1)
  })

  test('gives refused content up', async () => {
    const id = await store({ to: 'quarrel@example.org' })
    await deliver(id)
    expect(await outcomeOf(id)).toMatchObject({ failed_at: now, error: 'SMTP 554 at DATA' })
  })

  test('fails the try on a temporary refusal, and the next try sends it', async () => {
    const id = await store({ to: 'busy@example.org' })
    await expect(deliver(id)).rejects.toThrow('The mail server answered SMTP 451 at RCPT TO.')
    expect(await outcomeOf(id)).toMatchObject({
      sent_at: null,
      failed_at: null,
      error: expect.stringContaining('451'),
    })
    delete answers['busy']
    await deliver(id)
    answers['busy'] = 451
    expect(await outcomeOf(id)).toEqual({ sent_at: now, failed_at: null, error: null })
  })

  test('fails the try when the server is away, and gives up after a day', async () => {
    const away = await openMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', from, domain })
    const id = await store()
    await expect(deliver(id, away)).rejects.toBeInstanceOf(MailDeferred)
    now = new Date('2026-01-06T09:59:59Z')
    await expect(deliver(id, away)).rejects.toBeInstanceOf(MailDeferred)
    now = new Date('2026-01-06T10:00:00Z')
    await deliver(id, away)
    expect(await outcomeOf(id)).toMatchObject({
      failed_at: now,
      error: expect.stringContaining('could not be used'),
    })
  })

  test('takes the refusal of our own log-in for something that the operator puts right', async () => {
    const wrong = await openMailTransport({ smtpUrl: `smtp://a:b@127.0.0.1:${port}`, from, domain })
    const id = await store()
    await expect(deliver(id, wrong)).rejects.toThrow('SMTP 535')
    expect(await outcomeOf(id)).toMatchObject({ failed_at: null })
  })

  test('lets nothing in a mail add a header or a recipient', async () => {
    await deliver(await store({ subject: 'Hi\r\nBcc: eve@example.org\r\n\r\nBody' }))
    expect(received.map(({ to }) => to)).toEqual([['ada@example.org']])
    expect(received[0]?.message).not.toMatch(/^Bcc:/im)
    received.length = 0
    for (const to of [
      'ada@example.org, eve@example.org',
      'ada@example.org\r\nBcc: eve@example.org',
      'Ada <eve@example.org>',
      '"eve@example.org"@example.com',
      'ada@example.org>\r\nRCPT TO:<eve@example.org',
      'a b@example.org',
      '',
    ]) {
      const id = await store({ to })
      await deliver(id)
      expect(await outcomeOf(id), to).toMatchObject({ failed_at: now, error: 'The address is not valid.' })
    }
    expect(received).toEqual([])
  })

  test('sends to an address beyond ASCII where the server takes it', async () => {
    const id = await store({ to: 'josé@example.org' })
    await deliver(id)
    expect(received.map(({ to }) => to)).toEqual([['josé@example.org']])
    expect(await outcomeOf(id)).toEqual({ sent_at: now, failed_at: null, error: null })
  })

  test('gives a mail to an address beyond ASCII up where the server does not take it, and sends nothing', async () => {
    const commands: string[] = []
    const old = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      hideSMTPUTF8: true,
      onMailFrom: ({ address }, _session, callback) => (commands.push(address), callback()),
      onData: (stream, _session, callback) => void stream.resume().once('end', callback),
    })
    const server = old.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port: oldPort } = server.address() as AddressInfo
    const mail = await openMailTransport({ smtpUrl: `smtp://127.0.0.1:${oldPort}`, from, domain })
    const id = await store({ to: 'josé@example.org' })
    await deliver(id, mail)
    expect(await outcomeOf(id)).toMatchObject({ failed_at: now, error: expect.stringContaining('SMTPUTF8') })
    expect(commands).toEqual([])
    const plain = await store({ to: 'jose@xn--bcher-kva.example' })
    await deliver(plain, mail)
    expect(await outcomeOf(plain)).toMatchObject({ sent_at: now })
    mail.close()
    await new Promise<void>((resolve) => old.close(resolve))
  })

  test('tries again when the server is away that an address beyond ASCII goes to', async () => {
    const away = await openMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', from, domain })
    const id = await store({ to: 'josé@example.org' })
    await expect(deliver(id, away)).rejects.toBeInstanceOf(MailDeferred)
  })

  test('with the outbox a mail is kept, and a server that is set up later gets it when it is sent again', async () => {
    const id = await store({ links: ['https://files.example.com/v/1'] })
    await deliver(id, await openMailTransport({ smtpUrl: undefined, from, domain }))
    expect(await outcomeOf(id)).toEqual({
      sent_at: null,
      failed_at: null,
      error: 'No mail server is set up.',
    })
    await deliver(id)
    expect(received).toEqual([])
    now = new Date('2026-01-09T10:00:00Z')
    await resend(id)
    await deliver(id)
    expect(await outcomeOf(id)).toEqual({ sent_at: now, failed_at: null, error: null })
    expect(received[0]?.message).toContain('Date: Fri, 09 Jan 2026 10:00:00 +0000')
  })

  test('a mail that is sent again has another Message-ID, and another day of tries', async () => {
    const id = await store({ to: 'busy@example.org' })
    now = new Date('2026-01-06T10:00:00Z')
    await deliver(id)
    expect(await outcomeOf(id)).toMatchObject({ failed_at: now })
    await resend(id)
    now = new Date('2026-01-07T09:59:59Z')
    await expect(deliver(id)).rejects.toThrow('451')
    delete answers['busy']
    for (let time = 0; time < 2; time++) {
      await deliver(id)
      now = new Date(now.getTime() + 1000)
      await resend(id)
    }
    answers['busy'] = 451
    const ids = received.map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1])
    expect(new Set(ids).size).toBe(2)
  })

  test('does nothing about a mail that was swept away', async () => {
    await deliver(1_000_000)
    expect(received).toEqual([])
  })
})

describe('listMails', () => {
  test('is newest first, limited, and by recipient when asked', async () => {
    const links = ['https://files.example.com/v/1']
    const first = await store({ to: 'list@example.org', subject: 'First', links })
    const other = await store({ to: 'other@example.org' })
    const second = await store({ to: 'list@example.org', subject: 'Second' })
    expect((await listMails(database, { limit: 3 })).map(({ id }) => id)).toEqual([second, other, first])
    expect(await listMails(database, { to: 'List@Example.org' })).toEqual([
      expect.objectContaining({ id: second, subject: 'Second' }),
      {
        id: first,
        to: 'list@example.org',
        subject: 'First',
        text: 'Text',
        html: '<p>Text</p>',
        links,
        created_at: now,
        queued_at: now,
        sent_at: null,
        failed_at: null,
        error: null,
      },
    ])
  })
})
