import { sql } from '../../../platform/database/sql.ts'
import type { TestApp } from '../../../../test/harness.ts'

/** A row of the library, as a job that waits, runs, or failed leaves it. Resolves with its ID. */
export async function addJob(
  { context: { database } }: TestApp,
  { failed = false, running = false }: { readonly failed?: boolean; readonly running?: boolean },
): Promise<number> {
  const { id } = await database.one<{ id: number }>(sql`
    select id from graphile_worker.add_job('test-job', '{"secret": "of a tenant"}', max_attempts => 3)`)
  if (failed)
    await database.run(sql`
      update graphile_worker._private_jobs set attempts = 3, last_error = 'It did not work.' where id = ${id}`)
  if (running)
    await database.run(sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where id = ${id}`)
  return id
}
