import type { Survey } from '../api/survey.ts'
import { surveyDeliveries } from './delivery/survey-deliveries.ts'

export const surveys: readonly Survey[] = [surveyDeliveries]
