import { assignUnrouted } from './assign-unrouted.ts'
import { listUnrouted } from './list-unrouted.ts'

export const unroutedEndpoints = [listUnrouted, assignUnrouted]
