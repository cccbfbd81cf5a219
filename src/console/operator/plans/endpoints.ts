import { createPlan } from './create-plan.ts'
import { listPlans } from './list-plans.ts'
import { updatePlan } from './update-plan.ts'

export const planEndpoints = [listPlans, createPlan, updatePlan]
