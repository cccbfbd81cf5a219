import type { Queryable } from '../src/platform/database/database.ts'
import { sql } from '../src/platform/database/sql.ts'

export interface EnqueuedJob {
  readonly name: string
  readonly payload: unknown
}

/** Jobs that are not done, in order: those in the job queue and those that wait for their workspace. */
export const enqueuedJobs = (database: Queryable): Promise<EnqueuedJob[]> =>
  database.rows<EnqueuedJob>(sql`
    select name, payload from (
      select 1 as place, job.id, task.identifier as name, job.payload
      from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      union all
      select 2, id, name, payload from platform.waiting_job
    ) enqueued
    order by place, id`)

/** The payloads of the jobs of one name, as the job itself declares them. */
export async function enqueuedPayloads<Payload>(
  database: Queryable,
  { name, input }: { readonly name: string; readonly input: { readonly parse: (raw: unknown) => Payload } },
): Promise<Payload[]> {
  const jobs = await enqueuedJobs(database)
  return jobs.filter((job) => job.name === name).map(({ payload }) => input.parse(payload))
}
