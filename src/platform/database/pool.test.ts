import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { testClock, testDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { OperatorError } from '../operator-error.ts'
import { connectionFailure } from './connection.ts'
import { openDatabase } from './pool.ts'
import { prepared, sql } from './sql.ts'

let world: TestDatabase
beforeAll(async () => void (world = await testDatabase({ migrated: false })))
afterAll(() => world.close())

describe('values from the database', () => {
  test('come as the types that the code works with', async () => {
    const row = await world.database.one(sql`
      select
        9007199254740991::bigint as big,
        count(*) as counted,
        array[1, null, 3]::bigint[] as bigs,
        '{}'::bigint[] as none,
        1.50::numeric(5, 2) as amount,
        '2026-03-04T05:06:07.089Z'::timestamptz as instant,
        '2026-03-04'::date as day,
        '{"a": [1]}'::jsonb as document,
        '\\x00ff'::bytea as bytes
    `)
    expect(row).toEqual({
      big: 9007199254740991,
      counted: 1,
      bigs: [1, null, 3],
      none: [],
      amount: '1.50',
      instant: new Date('2026-03-04T05:06:07.089Z'),
      day: '2026-03-04',
      document: { a: [1] },
      bytes: Buffer.from([0, 255]),
    })
  })

  test('that a number cannot hold exactly are an error, not a wrong number', async () => {
    await expect(world.database.one(sql`select 9007199254740993::bigint as big`)).rejects.toThrow('too large')
    expect(await world.database.one(sql`select 1 as still`)).toEqual({ still: 1 })
  })

  test('keep their instant on the way there and back', async () => {
    const instant = new Date('2026-10-25T00:30:00.123Z')
    expect(await world.database.one(sql`select ${instant}::timestamptz as instant`)).toEqual({ instant })
  })
})

describe('a statement', () => {
  test('is prepared under its name, one with pieces that hold parameters only when told', async () => {
    // One connection, so that it is the same that is asked afterwards.
    await world.database.transaction(async (tx) => {
      for (const number of [1, 2]) await tx.one(sql`select ${number}::int as prepared_once`)
      await tx.one(sql`select ${sql`1 as`} fixed_piece`)
      await tx.one(sql`select ${sql`${1}::int`} as not_prepared`)
      for (const number of [1, 2])
        await tx.one(prepared(sql`select ${sql`${number}::int`} as prepared_all_the_same`))
      const statements = await tx.rows(sql`
        select statement
        from pg_prepared_statements
        where statement like '%as prepared\\_once'
          or statement like '%fixed\\_piece'
          or statement like '%as not\\_prepared'
          or statement like '%all\\_the\\_same'
        order by prepare_time
      `)
      expect(statements).toEqual([
        { statement: 'select $1::int as prepared_once' },
        { statement: 'select 1 as fixed_piece' },
        { statement: 'select $1::int as prepared_all_the_same' },
      ])
    })
  })

  test('is seen under the name that it gives itself, with a digest of its text where it is prepared', async () => {
    await world.database.transaction(async (tx) => {
      const seen = () =>
        tx.one<{ query: string }>(sql`
        select /* platform.database.seen */ query from pg_stat_activity where pid = pg_backend_pid()`)
      expect((await seen()).query).toMatch(/^\s*select \/\* platform\.database\.seen \*\/ query from/)
      for (const column of [sql`1 as one`, sql`2 as two`])
        await tx.one(sql`select /* platform.database.seen */ ${column}`)
      const names = await tx.rows<{ name: string }>(sql`
        select name from pg_prepared_statements where name like 'platform.database.%' order by prepare_time`)
      expect(names.map(({ name }) => name)).toEqual([
        expect.stringMatching(/^platform\.database\.seen_[0-9a-f]{8}$/),
        expect.stringMatching(/^platform\.database\.seen_[0-9a-f]{8}$/),
        expect.stringMatching(/^platform\.database\.seen_[0-9a-f]{8}$/),
      ])
      expect(new Set(names.map(({ name }) => name)).size).toBe(3)
    })
  })

  test('that runs too long is cancelled', async () => {
    const { connectionString } = world
    const database = await openDatabase({
      connectionString,
      clock: testClock(),
      log: silentLog,
      statementMsMax: 50,
    })
    await expect(database.run(sql`select pg_sleep(10)`)).rejects.toThrow('statement timeout')
    await database.close()
  })

  test('finds a new connection after all were cut', async () => {
    await world.database.rows(sql`select 1`)
    const client = new pg.Client({ connectionString: inject('databaseServer') })
    await client.connect()
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bureau' and datname = $1`,
      [new URL(world.connectionString).pathname.slice(1)],
    )
    await client.end()
    await expect
      .poll(() => world.database.first(sql`select 1 as value`).catch(() => undefined))
      .toEqual({ value: 1 })
  })
})

describe('a database that cannot be used', () => {
  const opened = (connectionString: string) =>
    openDatabase({ connectionString, clock: testClock(), log: silentLog }).then(
      () => new Error('it could be used'),
      (error: Error) => error,
    )

  test('because nothing listens, is said to be so without the password', async () => {
    const unused = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => unused.once('listening', resolve))
    const { port } = unused.address() as AddressInfo
    await new Promise((resolve) => unused.close(resolve))
    const error = await opened(`postgresql://ada:s3cret@127.0.0.1:${port}/bureau`)
    expect(error).toEqual(
      new OperatorError(`The database at 127.0.0.1:${port} cannot be used: nothing listens there.`),
    )
  })

  test('because it does not exist', async () => {
    const url = new URL(world.connectionString)
    url.pathname = '/absent'
    const error = await opened(url.href)
    expect(error).toBeInstanceOf(OperatorError)
    expect(error.message).toMatch(/cannot be used: database "absent" does not exist\.$/)
  })

  test('because its address is none', async () => {
    for (const address of [
      'postgresql://ada:s3cret@host:port/bureau',
      'postgresql://ada:s3cret@%zz/bureau',
      's3cret',
    ]) {
      const error = await opened(address)
      expect(error).toBeInstanceOf(OperatorError)
      expect(error.message).not.toContain('s3cret')
      expect(error.message).not.toContain('\n')
    }
  })

  test('because of the password, is said to be so without it, however the library puts it', () => {
    const address = 'postgresql://ada:s3c%2Fret@db.example:5433/bureau'
    const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' })
    expect(connectionFailure(wrong, address).message).toBe(
      'The database at db.example:5433 cannot be used: the password of user "ada" is wrong.',
    )
    const odd = connectionFailure(new Error('odd: s3c/ret and s3c%2Fret'), address)
    expect(odd.message).toBe('The database at db.example:5433 cannot be used: odd: *** and ***.')
  })
})
