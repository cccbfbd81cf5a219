import type { z } from 'zod'
import { listPlanRows, type PlanRow } from '../../../identity/plan/plan-store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countedMax } from '../../../platform/operations/collector.ts'
import { problem } from '../../problems.ts'
import type { OperatorPlan } from './model.ts'

export const toPlan = ({ services, ...plan }: PlanRow): z.input<typeof OperatorPlan> => ({
  ...plan,
  services: services.filter((name) => name === 'sms' || name === 'files'),
})

/** Throws `plan_not_found`. */
export async function planOf(database: Queryable, name: string): Promise<z.input<typeof OperatorPlan>> {
  const [plan] = await listPlanRows(database, { name, limit: 1, countedMax })
  if (!plan) throw problem.plan_not_found()
  return toPlan(plan)
}
