import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { sql } from '../database/sql.ts'
import { OperatorError } from '../operator-error.ts'
import { recordingLog } from './counter-store.contract.ts'
import { claimDatabase } from './single-server-lock.ts'
import type { DatabaseClaim } from './single-server-lock.ts'
import { eventually, until } from '../../../test/until.ts'

describe('the claim on a database', () => {
  let fixture: Awaited<ReturnType<typeof testDatabase>>
  let claims: DatabaseClaim[]
  const onLost = vi.fn<() => void>()
  const { log, lines } = recordingLog()

  beforeEach(async () => {
    fixture = await testDatabase()
    claims = []
    lines.length = 0
    onLost.mockClear()
  })

  afterEach(async () => {
    await Promise.all(claims.map((claim) => claim.release()))
    await fixture.close()
  })

  async function claim(shared: boolean): Promise<DatabaseClaim> {
    const { connectionString } = fixture
    const made = await claimDatabase({
      connectionString,
      shared,
      log,
      onLost,
      startWaitMs: 200,
      regainWaitMs: 300,
    })
    claims.push(made)
    return made
  }

  const cutOff = async () =>
    fixture.database.run(sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and application_name = 'bureau claim'
    `)

  test('lets one server with counters in memory in, and tells the second about REDIS_URL', async () => {
    await claim(false)
    const refusal = claim(false)
    await expect(refusal).rejects.toBeInstanceOf(OperatorError)
    await expect(refusal).rejects.toThrow(/^Another server uses this database. .*REDIS_URL/)
  })

  test('lets any number of servers with counters in Redis in', async () => {
    await claim(true)
    await claim(true)
    expect(claims).toHaveLength(2)
  })

  test('keeps the two kinds apart', async () => {
    const shared = await claim(true)
    await expect(claim(false)).rejects.toBeInstanceOf(OperatorError)
    await shared.release()
    await claim(false)
    await expect(claim(true)).rejects.toThrow('Another server without REDIS_URL')
  })

  test('is free for the next server after its release', async () => {
    await (await claim(false)).release()
    await claim(false)
  })

  test('says so when the database cannot be reached', async () => {
    const connectionString = 'postgresql://nobody@127.0.0.1:1/none'
    const failing = claimDatabase({ connectionString, shared: false, log, onLost })
    await expect(failing).rejects.toBeInstanceOf(OperatorError)
  })

  test('is taken again when its connection breaks', async () => {
    await claim(false)
    await cutOff()
    await eventually(() => expect(lines).toContain('The database is locked again.'))
    await expect(claim(false)).rejects.toBeInstanceOf(OperatorError)
    expect(onLost).not.toHaveBeenCalled()
  })

  test('is reported lost when another server was faster', async () => {
    await claim(false)
    const locks = () =>
      fixture.database.rows<{ space: number; number: number }>(sql`
        select classid::int as space, objid::int as number
        from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      `)
    const [lock] = await locks()
    // It waits inside PostgreSQL, which gives it the lock the moment that the session of the first server ends.
    const faster = new pg.Client({ connectionString: fixture.connectionString })
    await faster.connect()
    const taken = faster.query('select pg_advisory_lock($1, $2)', [lock?.space, lock?.number])
    await until(async () => (await locks()).length === 2)
    expect(onLost).not.toHaveBeenCalled()
    await cutOff()
    await taken
    await eventually(() => expect(onLost).toHaveBeenCalledOnce())
    expect(lines.at(-1)).toMatch(/^Another server uses this database/)
    await faster.end()
  })
})
