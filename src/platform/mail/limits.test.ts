import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { contextOf } from '../jobs/context.testing.ts'
import { sql } from '../database/sql.ts'
import { MailLimitReached } from './limits.ts'
import type { MailCause } from './mail.ts'
import { purgeMails } from './purge-mails.ts'
import { sendMail } from './send-mail.ts'
import { listMails } from './store.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(hourMs))

const hourMs = 3_600_000
const code = { name: 'code', perRecipientMax: 10 }
const reset = { name: 'reset', perRecipientMax: 15 }
let recipients = 0
const newRecipient = () => `person-${++recipients}@example.com`

/** Sends a mail; how many seconds it has to wait, 0 when it was sent. */
const send = (to: string, cause: Partial<MailCause> = {}): Promise<number> =>
  world.database
    .transaction((tx) =>
      sendMail(
        tx,
        { to, subject: 'Hello', text: '', html: '', links: [] },
        { kind: code, scopeId: null, address: null, ...cause },
      ),
    )
    .then(
      () => 0,
      (error: unknown) => {
        if (error instanceof MailLimitReached) return error.retrySeconds
        throw error
      },
    )

/** Sends so many, one after another, each to somebody else unless `to` says to whom; how many were sent. */
async function sendMany(count: number, cause: Partial<MailCause>, to?: string): Promise<number> {
  let sent = 0
  for (let at = 0; at < count; at++) if ((await send(to ?? newRecipient(), cause)) === 0) sent += 1
  return sent
}

describe('mails are limited', () => {
  test('to as many of a kind as the kind says to one address in an hour, over all workspaces', async () => {
    const to = newRecipient()
    for (let at = 0; at < 10; at++) {
      expect(await send(to, { scopeId: at + 1, address: `192.0.2.${at}` })).toBe(0)
      world.clock.advance(60_000)
    }
    expect(await send(to, { scopeId: 11 })).toBe(50 * 60)
    world.clock.advance(50 * 60_000 - 1)
    expect(await send(to)).toBe(1)
    world.clock.advance(1)
    expect(await send(to)).toBe(0)
    expect(await send(to)).toBe(60)
  })

  test('to 20 of any kind to one address in an hour, however it is written', async () => {
    const to = newRecipient()
    expect(await sendMany(12, { kind: code }, to)).toBe(10)
    expect(await sendMany(12, { kind: reset }, to.toUpperCase())).toBe(10)
    expect(await listMails(world.database, { to })).toHaveLength(10)
  })

  test('to 300 of a workspace in an hour', async () => {
    expect(await sendMany(301, { scopeId: 77 })).toBe(300)
    expect(await send(newRecipient(), { scopeId: 78 })).toBe(0)
  })

  test('to 60 of a caller in an hour, who is an IPv4 address or an IPv6 /64', async () => {
    expect(await sendMany(61, { address: '203.0.113.9' })).toBe(60)
    expect(await sendMany(60, { address: '2001:db8::1' })).toBe(60)
    expect(await send(newRecipient(), { address: '2001:db8::2' })).toBe(hourMs / 1000)
    expect(await send(newRecipient(), { address: '2001:db8:0:1::1' })).toBe(0)
  })

  test('exactly, also when 50 are sent at the same moment', async () => {
    const to = newRecipient()
    const waits = await Promise.all(
      Array.from({ length: 50 }, (_, at) => send(to, { scopeId: at % 3, address: `198.51.100.${at % 7}` })),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(await listMails(world.database, { to })).toHaveLength(10)
  })

  test('and what is rolled back or refused does not count', async () => {
    const to = newRecipient()
    const failing = world.database.transaction(async (tx) => {
      const mail = { to, subject: 'Hello', text: '', html: '', links: [] }
      await sendMail(tx, mail, { kind: code, scopeId: 5, address: null })
      throw new Error('something else failed')
    })
    await expect(failing).rejects.toThrow('something else failed')
    expect(await sendMany(20, { scopeId: 5 }, to)).toBe(10)
    const { count } = await world.database.one<{ count: number }>(sql`
      select cardinality(sent_at) as count from platform.mail_limit where subject = 'scope:5'`)
    expect(count).toBe(10)
  })

  test('and the counts are forgotten when they do not count any more', async () => {
    const counts = () => world.database.rows(sql`select from platform.mail_limit`)
    await send(newRecipient())
    world.clock.advance(hourMs)
    await purgeMails.run({}, contextOf({ clock: world.clock, database: world.database }))
    expect(await counts()).toEqual([])
  })
})
