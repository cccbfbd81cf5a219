import type { Collector } from '../api/collector.ts'
import { surveyDeliveries } from './delivery/survey-deliveries.ts'

export const surveys: readonly Collector[] = [surveyDeliveries]
