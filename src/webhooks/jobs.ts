import type { Job } from '../api/job.ts'
import { purgeDeliveries } from './delivery/purge-deliveries.ts'

/** The jobs of webhooks. */
export const jobs: readonly Job[] = [purgeDeliveries]
