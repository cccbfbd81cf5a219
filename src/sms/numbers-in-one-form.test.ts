import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { sql } from '../platform/database/sql.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
})
afterAll(() => world.close())

const file = new URL('../../migrations/0049-numbers-in-one-form.sql', import.meta.url)
const at = '2026-03-04T05:06:07Z'

async function migrate(): Promise<void> {
  const client = new pg.Client({ connectionString: world.connectionString })
  await client.connect()
  try {
    await client.query(readFileSync(file, 'utf8'))
  } finally {
    await client.end()
  }
}

const phonesOf = async (table: 'optout' | 'contact' | 'member' | 'number' | 'message' | 'queue') => {
  const rows = await world.database.rows<{ phone: string }>(
    {
      optout: sql`select phone from sms.optout where opted_out_at is not null order by phone`,
      contact: sql`select phone from sms.contact order by phone`,
      member: sql`select phone from sms.member order by phone`,
      number: sql`select phone from sms.number order by phone`,
      message: sql`select phone from sms.message order by phone`,
      queue: sql`select phone from sms.queue order by phone`,
    }[table],
  )
  return rows.map(({ phone }) => phone)
}

describe('numbers that were stored in an old form', () => {
  test('are stored in that of today, once each, and an opt-out in either form stands', async () => {
    const { database } = world
    await database.transaction(async (tx) => {
      await tx.run(sql`insert into sms.account (workspace_id) values (0) on conflict do nothing`)
      await tx.run(sql`
        insert into sms.optout (workspace_id, phone, opted_out_at)
        values (0, '+5215598765432', ${at}), (0, '+525598765432', null), (0, '+541123456789', ${at}),
               (0, '+5491123456780', ${at}), (0, '+12025550123', ${at}), (0, '+548001234567', ${at})`)
      const { id } = await tx.one<{ id: number }>(sql`
        insert into sms.number (phone, carrier, label, online, added_at)
        values ('+541123450000', 'simulator', '', false, ${at}) returning id`)
      await tx.run(sql`
        insert into sms.contact (workspace_id, phone, number_id, spoke_at, wrote_at)
        values (0, '+5215598765432', ${id}, ${at}, ${at}), (0, '+525598765432', ${id}, ${at}, null),
               (0, '+543512345678', ${id}, ${at}, null)`)
      const group = await tx.one<{ id: number }>(sql`
        insert into sms."group" (workspace_id, number_id, name, active, created_at)
        values (0, ${id}, 'x', true, ${at}) returning id`)
      await tx.run(sql`
        insert into sms.member (group_id, name, phone, admin)
        values (${group.id}, 'a', '+541123456789', false), (${group.id}, 'b', '+5491123456789', false),
               (${group.id}, 'c', '+541123456780', false)`)
      await tx.run(sql`
        with m as (
          insert into sms.message (workspace_id, direction, phone, body, sealed_body, status, segments, created_at)
          values (0, 'out', '+541123456789', 'x', null, 'queued', 1, ${at}),
                 (0, 'out', '+541123456780', '', 'sealed', 'queued', 1, ${at})
          returning id, phone
        )
        insert into sms.queue (message_id, workspace_id, lane, phone, expires_at)
        select id, 0, 0, phone, ${at} from m`)
    })
    for (let times = 0; times < 2; times++) {
      await migrate()
      expect(await phonesOf('optout')).toEqual([
        '+12025550123',
        '+525598765432',
        '+548001234567',
        '+5491123456780',
        '+5491123456789',
      ])
      expect(await phonesOf('contact')).toEqual(['+525598765432', '+5493512345678'])
      expect(await phonesOf('member')).toEqual(['+5491123456780', '+5491123456789'])
      expect(await phonesOf('number')).toEqual(['+5491123450000'])
      // A sealed body opens for the phone that it was sealed for.
      expect(await phonesOf('message')).toEqual(['+541123456780', '+5491123456789'])
      expect(await phonesOf('queue')).toEqual(['+541123456780', '+5491123456789'])
    }
  })
})
