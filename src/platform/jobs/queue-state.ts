import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { countedMax } from '../operations/collector.ts'
import { type Queue, queueNames, queues } from './queue.ts'

export interface QueueState {
  readonly queue: Queue
  readonly jobs: number
  readonly ageSeconds: number
}

export async function readQueues(database: Queryable, now: Date): Promise<QueueState[]> {
  return Promise.all(queueNames.map((queue) => readQueue(database, queue, now)))
}

async function readQueue(database: Queryable, queue: Queue, now: Date): Promise<QueueState> {
  const { priority } = queues[queue]
  const { jobs, oldest } = await database.one<{ jobs: number; oldest: Date | null }>(sql`
    with /* platform.jobs.readQueue */ due as (
      (
        select run_at from graphile_worker._private_jobs
        where is_available and priority = ${priority} and run_at <= ${now}
        order by run_at limit ${countedMax}
      )
      union all
      (
        select run_at from platform.waiting_job
        where priority = ${priority} and run_at <= ${now}
        limit ${countedMax}
      )
    )
    select least(count(*), ${countedMax}) as jobs, min(run_at) as oldest from due`)
  return { queue, jobs, ageSeconds: oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0 }
}
