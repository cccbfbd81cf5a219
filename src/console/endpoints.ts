import type { Endpoint } from '../api/endpoint.ts'
import { adopted } from './adopted.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { memberEndpoints } from './member/endpoints.ts'
import { deleteSession } from './session/delete-session.ts'
import { getSession } from './session/get-session.ts'
import { usageEndpoints } from './usage/endpoints.ts'

export const endpoints: readonly Endpoint[] = [
  getSession,
  deleteSession,
  ...memberEndpoints,
  ...usageEndpoints,
  ...auditEndpoints,
  ...adopted,
]
