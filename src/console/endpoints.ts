import type { Endpoint } from '../api/endpoint.ts'
import { adopted } from './adopted.ts'
import { archiveEndpoints } from './archive/endpoints.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { conversationEndpoints } from './conversation/endpoints.ts'
import { deliveryEndpoints } from './delivery/endpoints.ts'
import { streamEvents } from './event/stream-events.ts'
import { firstStepsEndpoints } from './first-steps/endpoints.ts'
import { groupEndpoints } from './group/endpoints.ts'
import { itemEndpoints } from './item/endpoints.ts'
import { keyEndpoints } from './key/endpoints.ts'
import { meEndpoints } from './me/endpoints.ts'
import { memberEndpoints } from './member/endpoints.ts'
import { numberEndpoints } from './number/endpoints.ts'
import { messageEndpoints } from './message/endpoints.ts'
import { operatorEndpoints } from './operator-endpoints.ts'
import { provisioningAccessEndpoints } from './provisioning-access/endpoints.ts'
import { requestEndpoints } from './request/endpoints.ts'
import { deleteSession } from './session/delete-session.ts'
import { getSession } from './session/get-session.ts'
import { setupEndpoints } from './setup/endpoints.ts'
import { shareEndpoints } from './share/endpoints.ts'
import { simulatorEndpoints } from './simulator/endpoints.ts'
import { usageEndpoints } from './usage/endpoints.ts'
import { webhookEndpoints } from './webhook/endpoints.ts'

export const endpoints: readonly Endpoint[] = [
  ...setupEndpoints,
  getSession,
  deleteSession,
  streamEvents,
  ...meEndpoints,
  ...provisioningAccessEndpoints,
  ...firstStepsEndpoints,
  ...itemEndpoints,
  ...conversationEndpoints,
  ...messageEndpoints,
  ...groupEndpoints,
  ...keyEndpoints,
  ...numberEndpoints,
  ...requestEndpoints,
  ...memberEndpoints,
  ...usageEndpoints,
  ...shareEndpoints,
  ...auditEndpoints,
  ...archiveEndpoints,
  ...simulatorEndpoints,
  ...webhookEndpoints,
  ...deliveryEndpoints,
  ...operatorEndpoints,
  ...adopted,
]
