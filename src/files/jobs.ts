import type { JobDefinition } from '../platform/jobs/job.ts'
import { sweepBlobs } from './blob/sweep-blobs.ts'
import { sweepOrphanBlobs } from './blob/sweep-orphan-blobs.ts'

/** The background work of the files service. */
export const jobs: readonly JobDefinition[] = [sweepBlobs, sweepOrphanBlobs]
