import type { Collector } from '../api/collector.ts'
import { surveyUploads } from './upload/survey-uploads.ts'

/** What the files service tells on `/metrics`. */
export const surveys: readonly Collector[] = [surveyUploads]
