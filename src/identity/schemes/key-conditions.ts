import type { RefusalTraits } from '../../api/caller.ts'
import type { KeyRow } from '../key/model.ts'

/** A condition of a service for the people behind a key. */
export interface KeyCondition<Refusal extends string = string> {
  readonly refusals: Readonly<Record<Refusal, RefusalTraits>>
  /** Undefined when the condition is met. */
  readonly refusalOf: (row: KeyRow) => Refusal | undefined
}

type PlanRefusal = 'no_subscription' | 'not_in_plan'

const planned = (servicesOf: (row: KeyRow) => readonly string[] | null): KeyCondition<PlanRefusal> => ({
  refusals: { no_subscription: {}, not_in_plan: {} },
  refusalOf: (row) => {
    const services = servicesOf(row)
    if (!services) return 'no_subscription'
    return services.includes(row.service) ? undefined : 'not_in_plan'
  },
})

export const creatorsPlan = planned((row) => row.creator_services)

export const ownersPlan = planned((row) => row.owner_services)

export const approval: KeyCondition<'not_approved'> = {
  refusals: { not_approved: {} },
  refusalOf: (row) => (row.approved ? undefined : 'not_approved'),
}
