import type { Transaction } from '../database/database.ts'
import { holdJob, writeRetry } from './job-store.ts'

/** Lets a job that failed or waits run now. */
export async function retryJob(tx: Transaction, id: number): Promise<'retried' | 'missing' | 'running'> {
  const job = await holdJob(tx, id)
  if (!job) return 'missing'
  if (job.state === 'running') return 'running'
  await writeRetry(tx, id)
  return 'retried'
}
