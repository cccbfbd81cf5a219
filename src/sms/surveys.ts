import type { Collector } from '../api/collector.ts'
import { surveyNumbers } from './number/survey-numbers.ts'
import { surveyMessages, surveyRecentMessages } from './message/survey-messages.ts'

/** What the SMS service tells on `/metrics`. */
export const surveys: readonly Collector[] = [surveyMessages, surveyRecentMessages, surveyNumbers]
