import type { Collector } from '../api/collector.ts'
import { uploadCollector } from './upload/upload-collector.ts'

export const collectors: readonly Collector[] = [uploadCollector]
