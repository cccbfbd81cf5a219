import type { Survey } from '../api/survey.ts'
import { surveyNumbers } from './inventory/survey-numbers.ts'
import { surveyMessages, surveyRecentMessages } from './message/survey-messages.ts'

export const surveys: readonly Survey[] = [surveyMessages, surveyRecentMessages, surveyNumbers]
