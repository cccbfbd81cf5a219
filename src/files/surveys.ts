import type { Collector } from '../api/collector.ts'
import { surveyUploads } from './upload/survey-uploads.ts'

export const surveys: readonly Collector[] = [surveyUploads]
