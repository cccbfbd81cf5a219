import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { detailsOf } from './details-of.ts'
import { OfPerson, OperatorPersonDetails } from './model.ts'

export const getPerson = console.endpoint('getPerson', {
  method: 'GET',
  path: '/operator/people/{id}',
  summary: 'Get a person with their workspaces and plan',
  who: loggedIn,
  params: OfPerson,
  result: OperatorPersonDetails,
  problems: ['operator_required', 'user_not_found'],
  permit: operatorsOnly,
  handle: ({ params: { id } }, { database, clock }) => detailsOf(database, id, clock.now()),
})
