import type { Endpoint } from '../api/endpoint.ts'
import { adopted } from './adopted.ts'
import { deliveryEndpoints } from './delivery/endpoints.ts'
import { deleteSession } from './session/delete-session.ts'
import { getSession } from './session/get-session.ts'
import { webhookEndpoints } from './webhook/endpoints.ts'

export const endpoints: readonly Endpoint[] = [
  getSession,
  deleteSession,
  ...webhookEndpoints,
  ...deliveryEndpoints,
  ...adopted,
]
