import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testClock } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { openDatabase } from './pool.ts'
import { sql } from './sql.ts'

/** A PostgreSQL that keeps statistics of statements and logs each of them, as its operator may set it up. */
async function watchedServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-names-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, durable: false })
  const open = async (connectionString: string) =>
    openDatabase({ connectionString, clock: testClock(), log: silentLog, poolMax: 1 })
  const first = await start()
  const settings = await open(first.connectionString)
  await settings.run(sql`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await settings.run(sql`alter system set log_statement = 'all'`)
  await settings.close()
  await first.stop()
  const server = await start()
  onTestFinished(server.stop)
  const database = await open(server.connectionString)
  onTestFinished(database.close)
  await database.run(sql`create extension pg_stat_statements`)
  return { database, log: () => readFile(join(dataDir, 'postgres.log'), 'utf8') }
}

test('a statement has its name in pg_stat_statements and in the log of PostgreSQL, prepared or not', async () => {
  const { database, log } = await watchedServer()
  const prepared = sql`
    select /* sample.names.prepared */ ${1}::int as one`
  const planned = sql`
    with /* sample.names.planned */ recursive two as (select ${sql`${2}::int`} as two) select two from two`
  for (const statement of [prepared, prepared, planned, planned]) await database.one(statement)
  const statistics = await database.rows<{ query: string; calls: number }>(sql`
    select query, calls from pg_stat_statements where query like '%sample.names.%' order by query`)
  expect(statistics).toEqual([
    { query: expect.stringMatching(/^select \/\* sample\.names\.prepared \*\/ /), calls: 2 },
    { query: expect.stringMatching(/^with \/\* sample\.names\.planned \*\/ recursive /), calls: 2 },
  ])
  expect(await log()).toMatch(/execute sample\.names\.prepared_[0-9a-f]{8}: *\n?\s*select \/\*/)
})
