import { getFirstSteps } from './get-first-steps.ts'
import { getOverview } from './get-overview.ts'

export const firstStepsEndpoints = [getFirstSteps, getOverview]
