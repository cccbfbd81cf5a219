import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OfNumber, OperatorNumberDetails } from './model.ts'
import { numberDetails } from './view.ts'

export const getOperatorNumber = console.endpoint('getOperatorNumber', {
  method: 'GET',
  path: '/operator/numbers/{id}',
  summary: 'Get a number with its phone and what is queued for it',
  who: loggedIn,
  params: OfNumber,
  result: OperatorNumberDetails,
  problems: ['operator_required', 'number_not_found'],
  permit: operatorsOnly,
  handle: ({ params: { id } }, { database, clock }) => numberDetails(database, id, clock.now()),
})
