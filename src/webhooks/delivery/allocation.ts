import type { Share, Waiting } from './model.ts'

/** What may be taken at the moment. */
export interface Rooms {
  readonly total: number
  readonly ofWebhook: (webhookId: number) => number
  readonly ofWorkspace: (workspaceId: number) => number
  /** Attempts of a webhook under way. */
  readonly underWay: (webhookId: number) => number
}

export interface Shares {
  readonly shares: readonly Share[]
  /** How many of `waiting` had a turn: the next claim goes on behind them. */
  readonly turns: number
}

/**
 * Gives room to webhooks in rounds: one delivery of each workspace, then a second one of each, until the room is used up.
 * Within a workspace the webhook with the fewest attempts under way goes first, so that one that is slow, or has a long
 * queue, does not keep its siblings waiting.
 */
export function shareOut(waiting: readonly Waiting[], rooms: Rooms): Shares {
  const workspaces = [...Map.groupBy(waiting, ({ workspaceId }) => workspaceId)].map(([id, webhooks]) => ({
    room: rooms.ofWorkspace(id),
    places: webhooks.map((webhook) => openPlace(webhook, rooms)),
  }))
  let left = rooms.total
  let served: typeof workspaces = workspaces
  let inFirstRound = 0
  for (let round = 1; left > 0 && served.length > 0; round++) {
    const next: typeof workspaces = []
    for (const workspace of served) {
      if (left === 0) break
      if (round === 1) inFirstRound += workspace.places.length
      const place = workspace.room > 0 ? emptiest(workspace.places) : undefined
      if (!place) continue
      place.count += 1
      workspace.room -= 1
      left -= 1
      next.push(workspace)
    }
    served = next
  }
  const shares = workspaces
    .flatMap(({ places }) => places)
    .filter(({ count }) => count > 0)
    .map(({ workspaceId, webhookId, count }) => ({ workspaceId, webhookId, count }))
  return { shares, turns: inFirstRound }
}

interface Place extends Waiting {
  readonly room: number
  readonly underWay: number
  count: number
}

const openPlace = ({ workspaceId, webhookId }: Waiting, rooms: Rooms): Place => ({
  workspaceId,
  webhookId,
  room: rooms.ofWebhook(webhookId),
  underWay: rooms.underWay(webhookId),
  count: 0,
})

function emptiest(places: readonly Place[]): Place | undefined {
  let best: Place | undefined
  for (const place of places) {
    const fuller = best && place.underWay + place.count >= best.underWay + best.count
    if (place.count < place.room && !fuller) best = place
  }
  return best
}
