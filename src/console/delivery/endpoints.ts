import type { Endpoint } from '../../api/endpoint.ts'
import { getDelivery } from './get-delivery.ts'
import { listDeliveries } from './list-deliveries.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { resendDelivery } from './resend-delivery.ts'

export const deliveryEndpoints: readonly Endpoint[] = [
  listDeliveries,
  getDelivery,
  resendDelivery,
  recoverDeliveries,
]
