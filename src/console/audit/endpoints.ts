import type { Endpoint } from '../../api/endpoint.ts'
import { listAudit } from './list-audit.ts'

export const auditEndpoints: readonly Endpoint[] = [listAudit]
