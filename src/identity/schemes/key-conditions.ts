import type { RefusalTraits } from '../../api/caller.ts'
import type { KeyRow } from '../key/model.ts'

/** What a service wants of the people behind a key, beside a valid key. */
export interface KeyCondition<Refusal extends string = string> {
  readonly refusals: Readonly<Record<Refusal, RefusalTraits>>
  /** Why the key is refused at this moment, if it is. */
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

/** The plan of the person who made the key includes the service. */
export const creatorsPlan = planned((row) => row.creator_services)

/** The plan of the workspace's owner includes the service. */
export const ownersPlan = planned((row) => row.owner_services)

/** The operator has approved the person who made the key. */
export const approval: KeyCondition<'not_approved'> = {
  refusals: { not_approved: {} },
  refusalOf: (row) => (row.approved ? undefined : 'not_approved'),
}
