import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { sql } from '../database/sql.ts'
import { OperatorError } from '../operator-error.ts'
import { recordingLog } from './counter-store.contract.ts'
import { claimDatabase } from './single-server-lock.ts'
import type { DatabaseClaim } from './single-server-lock.ts'

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
    await expect(refusal).rejects.toThrow(/^Another server uses this database; .*REDIS_URL/)
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
    await vi.waitFor(() => expect(lines).toContain('The database is claimed again.'), { timeout: 5000 })
    await expect(claim(false)).rejects.toBeInstanceOf(OperatorError)
    expect(onLost).not.toHaveBeenCalled()
  })

  test('is reported lost when another server was faster', async () => {
    await claim(false)
    const waiting = claimDatabase({
      connectionString: fixture.connectionString,
      shared: true,
      log,
      onLost,
      startWaitMs: 5000,
    })
    // The waiting server tries every 100 ms, the one cut off only after it has noticed: keep cutting until it
    // loses.
    await vi.waitFor(
      async () => {
        await fixture.database.run(sql`
        select pg_terminate_backend(pid)
        from pg_locks
        where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
      `)
        expect(onLost).toHaveBeenCalledOnce()
      },
      { timeout: 8000, interval: 50 },
    )
    claims.push(await waiting)
  }, 10_000)
})
