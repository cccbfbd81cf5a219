import { getProvisioningAccess } from './get-provisioning-access.ts'
import { requestProvisioningAccess } from './request-provisioning-access.ts'

export const provisioningAccessEndpoints = [getProvisioningAccess, requestProvisioningAccess]
