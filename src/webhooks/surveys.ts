import type { Survey } from '../api/survey.ts'
import { surveyDeliveries } from './delivery/survey-deliveries.ts'

/** What webhooks tell of themselves on `/metrics`. */
export const surveys: readonly Survey[] = [surveyDeliveries]
