import { idIn, oneOf } from '../operator/search-params.ts'

const carrierNames = ['simulator', 'android'] as const
const states = ['online', 'offline'] as const

/** In the URL. */
export interface NumberFilter {
  readonly pool?: true | undefined
  /** Only those of this workspace. */
  readonly workspace?: number | undefined
  readonly carrier?: (typeof carrierNames)[number] | undefined
  readonly state?: (typeof states)[number] | undefined
}

export const parseFilter = (found: Readonly<Record<string, unknown>>): NumberFilter => ({
  pool: found['pool'] === true ? true : undefined,
  workspace: idIn(found['workspace']),
  carrier: oneOf(carrierNames, found['carrier']),
  state: oneOf(states, found['state']),
})

export const isFiltered = (filter: NumberFilter): boolean =>
  [filter.pool, filter.workspace, filter.carrier, filter.state].some((value) => value !== undefined)

export const queryOf = ({ pool, workspace, carrier, state }: NumberFilter) => ({
  ...(pool && { pool: 'true' as const }),
  ...(workspace !== undefined && { workspace_id: workspace }),
  ...(carrier && { carrier }),
  ...(state && { online: state === 'online' ? ('true' as const) : ('false' as const) }),
})
