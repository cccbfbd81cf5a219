import type { Collector } from '../api/collector.ts'
import { numberCollector } from './inventory/number-collector.ts'
import { messageCollector, recentMessageCollector } from './message/message-collectors.ts'

export const collectors: readonly Collector[] = [messageCollector, recentMessageCollector, numberCollector]
