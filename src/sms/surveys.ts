import type { Collector } from '../api/collector.ts'
import { surveyNumbers } from './inventory/survey-numbers.ts'
import { surveyMessages, surveyRecentMessages } from './message/survey-messages.ts'

export const surveys: readonly Collector[] = [surveyMessages, surveyRecentMessages, surveyNumbers]
