import { approveProvisioning } from './approve-provisioning.ts'
import { declineProvisioning } from './decline-provisioning.ts'
import { listProvisioningRequests } from './list-provisioning-requests.ts'
import { revokeProvisioning } from './revoke-provisioning.ts'

export const provisioningEndpoints = [
  listProvisioningRequests,
  approveProvisioning,
  declineProvisioning,
  revokeProvisioning,
]
