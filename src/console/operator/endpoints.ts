import { listInstallationAudit } from './audit/list-installation-audit.ts'
import { getInstallationHealth } from './health/get-installation-health.ts'
import { jobEndpoints } from './jobs/endpoints.ts'
import { mailEndpoints } from './mail/endpoints.ts'
import { peopleEndpoints } from './people/endpoints.ts'
import { planEndpoints } from './plans/endpoints.ts'
import { provisioningEndpoints } from './provisioning/endpoints.ts'
import { getMonthlyUsage } from './usage/get-monthly-usage.ts'
import { workspaceEndpoints } from './workspaces/endpoints.ts'

export const operatorEndpoints = [
  getInstallationHealth,
  ...provisioningEndpoints,
  ...peopleEndpoints,
  ...planEndpoints,
  ...workspaceEndpoints,
  ...mailEndpoints,
  ...jobEndpoints,
  listInstallationAudit,
  getMonthlyUsage,
]
