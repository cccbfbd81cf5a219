import type { Endpoint } from '../api/endpoint.ts'
import { adopted } from './adopted.ts'
import { meEndpoints } from './me/endpoints.ts'
import { operatorEndpoints } from './operator/endpoints.ts'
import { provisioningAccessEndpoints } from './provisioning-access/endpoints.ts'
import { deleteSession } from './session/delete-session.ts'
import { getSession } from './session/get-session.ts'

export const endpoints: readonly Endpoint[] = [
  getSession,
  deleteSession,
  ...meEndpoints,
  ...provisioningAccessEndpoints,
  ...operatorEndpoints,
  ...adopted,
]
