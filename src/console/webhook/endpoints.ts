import type { Endpoint } from '../../api/endpoint.ts'
import { testWebhook } from './test-webhook.ts'

export const webhookEndpoints: readonly Endpoint[] = [testWebhook]
