import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { detailsOf } from './details-of.ts'
import { OfWorkspace, OperatorWorkspaceDetails } from './model.ts'

export const getWorkspace = console.endpoint('getWorkspace', {
  method: 'GET',
  path: '/operator/workspaces/{id}',
  summary: 'Get a workspace with its members and what it stores',
  who: loggedIn,
  params: OfWorkspace,
  result: OperatorWorkspaceDetails,
  problems: ['operator_required', 'workspace_not_found'],
  permit: operatorsOnly,
  handle: ({ params: { id } }, { database }) => detailsOf(database, id),
})
