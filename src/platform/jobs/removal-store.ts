import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** What waits. A job that runs finds nothing to do. */
export async function deleteJobsOf(tx: Transaction, scopeId: number): Promise<void> {
  await tx.run(sql`
    delete /* platform.jobs.deleteJobsOf */ from platform.waiting_job where tenant_id = ${scopeId}`)
  await tx.run(sql`
    with /* platform.jobs.deleteJobsOf.2 */ turn as (
      delete from platform.job_turn where tenant_id = ${scopeId} returning job_id
    )
    delete from graphile_worker._private_jobs where id in (select job_id from turn) and locked_at is null`)
}
