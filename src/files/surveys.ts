import type { Survey } from '../api/survey.ts'
import { surveyUploads } from './upload/survey-uploads.ts'

export const surveys: readonly Survey[] = [surveyUploads]
