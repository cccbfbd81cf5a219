import type { JobDefinition } from '../platform/jobs/job.ts'
import { purgeAnswers } from './idempotency/purge-answers.ts'

export const jobs: readonly JobDefinition[] = [purgeAnswers]
