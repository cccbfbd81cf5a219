import type { Input } from '../../api/call.ts'
import {
  parseFilter as parseOfWorkspace,
  queryOf as queryOfWorkspace,
  type AuditFilter as OfWorkspace,
} from '../audit/filter.ts'
import { idIn } from './search-params.ts'

/** In the URL. */
export interface AuditFilter extends OfWorkspace {
  readonly workspace?: number | undefined
}

export const parseFilter = (search: Readonly<Record<string, unknown>>): AuditFilter => ({
  ...parseOfWorkspace(search),
  workspace: idIn(search['workspace']),
})

export const queryOf = (filter: AuditFilter): NonNullable<Input<'listInstallationAudit'>['query']> => ({
  ...queryOfWorkspace(filter),
  workspace_id: filter.workspace,
})
