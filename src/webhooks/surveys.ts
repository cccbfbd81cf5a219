import type { Collector } from '../api/collector.ts'
import { surveyDeliveries } from './delivery/survey-deliveries.ts'

/** What webhooks tell of themselves on `/metrics`. */
export const surveys: readonly Collector[] = [surveyDeliveries]
