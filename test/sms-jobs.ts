import { jobs } from '../src/sms/jobs.ts'
import type { TestApp } from './harness.ts'

/** Runs a job of the SMS service once. */
export async function runSmsJob({ context }: TestApp, name: string): Promise<void> {
  const job = jobs.find((each) => each.name === name)
  if (!job) throw new Error(`There is no job "${name}".`)
  await job.run({}, context)
}
