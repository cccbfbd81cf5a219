import type { Endpoint } from '../api/endpoint.ts'
import { adopted } from './adopted.ts'
import { streamEvents } from './event/stream-events.ts'
import { firstStepsEndpoints } from './first-steps/endpoints.ts'
import { keyEndpoints } from './key/endpoints.ts'
import { meEndpoints } from './me/endpoints.ts'
import { provisioningAccessEndpoints } from './provisioning-access/endpoints.ts'
import { requestEndpoints } from './request/endpoints.ts'
import { deleteSession } from './session/delete-session.ts'
import { getSession } from './session/get-session.ts'
import { setupEndpoints } from './setup/endpoints.ts'

export const endpoints: readonly Endpoint[] = [
  ...setupEndpoints,
  getSession,
  deleteSession,
  streamEvents,
  ...meEndpoints,
  ...provisioningAccessEndpoints,
  ...firstStepsEndpoints,
  ...keyEndpoints,
  ...requestEndpoints,
  ...adopted,
]
