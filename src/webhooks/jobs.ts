import type { Job } from '../api/job.ts'
import { purgeDeliveries } from './delivery/purge-deliveries.ts'

export const jobs: readonly Job[] = [purgeDeliveries]
