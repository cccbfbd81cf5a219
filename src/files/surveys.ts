import type { Survey } from '../api/survey.ts'
import { surveyUploads } from './upload/survey-uploads.ts'

/** What the files service tells on `/metrics`. */
export const surveys: readonly Survey[] = [surveyUploads]
