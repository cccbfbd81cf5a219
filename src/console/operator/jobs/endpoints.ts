import { listJobs } from './list-jobs.ts'
import { retryJob } from './retry-job.ts'

export const jobEndpoints = [listJobs, retryJob]
