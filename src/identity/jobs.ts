import type { Job } from '../api/job.ts'
import { purgeAudit } from './audit/purge-audit.ts'
import { purgeRequests } from './request/purge-requests.ts'
import { sealEins } from './workspace/seal-eins.ts'

export const jobs: readonly Job[] = [purgeAudit, purgeRequests, sealEins]
