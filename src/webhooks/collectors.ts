import type { Collector } from '../api/collector.ts'
import { deliveryCollector } from './delivery/delivery-collector.ts'

export const collectors: readonly Collector[] = [deliveryCollector]
