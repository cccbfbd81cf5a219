import type { RightsTransaction } from '../in-force.ts'
import { IdentityRefusal } from '../refusal.ts'
import { insertPlan, patchPlan, type PlanDraft, type PlanPatch } from './plan-store.ts'

export const planNameCharactersMax = 100

/** Throws `plan_taken`. */
export async function createPlan(tx: RightsTransaction, plan: PlanDraft): Promise<void> {
  if ((await insertPlan(tx, plan)) === 0) throw new IdentityRefusal('plan_taken', { plan: plan.name })
}

/** Changes what everybody on the plan may do. Throws `plan_not_found`. */
export async function updatePlan(tx: RightsTransaction, name: string, patch: PlanPatch): Promise<void> {
  if ((await patchPlan(tx, name, patch)) === 0) throw new IdentityRefusal('plan_not_found', { plan: name })
}
