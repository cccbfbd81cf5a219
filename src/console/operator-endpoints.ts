import { listInstallationAudit } from './operator/audit/list-installation-audit.ts'
import { getInstallationHealth } from './operator/health/get-installation-health.ts'
import { jobEndpoints } from './operator/jobs/endpoints.ts'
import { mailEndpoints } from './operator/mail/endpoints.ts'
import { numberEndpoints } from './operator/numbers/endpoints.ts'
import { peopleEndpoints } from './operator/people/endpoints.ts'
import { planEndpoints } from './operator/plans/endpoints.ts'
import { provisioningEndpoints } from './operator/provisioning/endpoints.ts'
import { unroutedEndpoints } from './operator/unrouted/endpoints.ts'
import { getMonthlyUsage } from './operator/usage/get-monthly-usage.ts'
import { workspaceEndpoints } from './operator/workspaces/endpoints.ts'

export const operatorEndpoints = [
  getInstallationHealth,
  ...provisioningEndpoints,
  ...peopleEndpoints,
  ...planEndpoints,
  ...workspaceEndpoints,
  ...numberEndpoints,
  ...unroutedEndpoints,
  ...mailEndpoints,
  ...jobEndpoints,
  listInstallationAudit,
  getMonthlyUsage,
]
