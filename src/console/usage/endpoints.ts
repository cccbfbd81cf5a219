import type { Endpoint } from '../../api/endpoint.ts'
import { getUsage } from './get-usage.ts'

export const usageEndpoints: readonly Endpoint[] = [getUsage]
