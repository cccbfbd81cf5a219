import type { DeliveryAllocation, WaitingWebhook } from './model.ts'

export interface DeliveryCapacity {
  readonly total: number
  readonly ofWebhook: (webhookId: number) => number
  readonly ofWorkspace: (workspaceId: number) => number
  readonly underWay: (webhookId: number) => number
}

interface AllocatedDeliveries {
  readonly allocations: readonly DeliveryAllocation[]
  /** How many of `waiting` were considered: the next claim continues after them. */
  readonly considered: number
}

/** In rounds of one delivery a workspace. Its least loaded webhook goes first, so slow ones delay no siblings. */
export function allocateDeliveries(
  waiting: readonly WaitingWebhook[],
  capacity: DeliveryCapacity,
): AllocatedDeliveries {
  const workspaces = [...Map.groupBy(waiting, ({ workspaceId }) => workspaceId)].map(([id, webhooks]) => ({
    capacity: capacity.ofWorkspace(id),
    candidates: webhooks.map((webhook) => candidateOf(webhook, capacity)),
  }))
  let left = capacity.total
  let served: typeof workspaces = workspaces
  let considered = 0
  for (let round = 1; left > 0 && served.length > 0; round++) {
    const next: typeof workspaces = []
    for (const workspace of served) {
      if (left === 0) break
      if (round === 1) considered += workspace.candidates.length
      const candidate = workspace.capacity > 0 ? leastLoaded(workspace.candidates) : undefined
      if (!candidate) continue
      candidate.count += 1
      workspace.capacity -= 1
      left -= 1
      next.push(workspace)
    }
    served = next
  }
  const allocations = workspaces
    .flatMap(({ candidates }) => candidates)
    .filter(({ count }) => count > 0)
    .map(({ workspaceId, webhookId, count }) => ({ workspaceId, webhookId, count }))
  return { allocations, considered }
}

interface Candidate extends DeliveryAllocation {
  readonly capacity: number
  readonly underWay: number
  count: number
}

const candidateOf = (webhook: WaitingWebhook, capacity: DeliveryCapacity): Candidate => ({
  ...webhook,
  capacity: capacity.ofWebhook(webhook.webhookId),
  underWay: capacity.underWay(webhook.webhookId),
  count: 0,
})

function leastLoaded(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined
  for (const candidate of candidates) {
    const fuller = best && candidate.underWay + candidate.count >= best.underWay + best.count
    if (candidate.count < candidate.capacity && !fuller) best = candidate
  }
  return best
}
