import type { Job } from '../api/job.ts'
import { purgeAnswers } from './idempotency/purge-answers.ts'

export const jobs: readonly Job[] = [purgeAnswers]
