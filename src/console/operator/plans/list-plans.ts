import { z } from 'zod'
import { listPlanRows } from '../../../identity/plan/plan-store.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { countedMax } from '../../../platform/operations/collector.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OperatorPlan } from './model.ts'
import { toPlan } from './view.ts'

const plansMax = 200

export const listPlans = console.endpoint('listPlans', {
  method: 'GET',
  path: '/operator/plans',
  summary: 'List plans by name',
  description: `At most ${plansMax}.`,
  who: loggedIn,
  result: z.array(OperatorPlan),
  problems: ['operator_required'],
  permit: operatorsOnly,
  handle: async (_input, { database }) =>
    (await listPlanRows(database, { limit: plansMax, countedMax })).map(toPlan),
})
