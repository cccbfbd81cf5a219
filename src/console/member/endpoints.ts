import type { Endpoint } from '../../api/endpoint.ts'
import { getRemovalEffects } from './get-removal-effects.ts'
import { leaveWorkspace } from './leave-workspace.ts'

export const memberEndpoints: readonly Endpoint[] = [leaveWorkspace, getRemovalEffects]
