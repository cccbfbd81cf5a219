import { setTimeout as delay } from 'node:timers/promises'
import { openWorld, type World } from './world.ts'

export interface CrashCounts {
  readonly events: number
  readonly kills: number
  /** Rows of deliveries by status. */
  readonly rows: Readonly<Record<string, number>>
  /** Deliveries that arrived, each counted once, and arrivals beyond the first. */
  readonly arrived: number
  readonly repeated: number
  /** Deliveries that the table has as delivered and that never arrived, and the other way around. */
  readonly disagreeing: number
}

/**
 * Events while the server is killed again and again, all of it, PostgreSQL included. Each has to arrive at both of the
 * workspace's webhooks, and the table has to agree with the receiver.
 */
export async function crash(events: number, kills: number): Promise<CrashCounts> {
  const world = await openWorld()
  try {
    const owner = await world.addOwner()
    for (const path of ['/one', '/two']) await world.addWebhook(owner, path)
    await world.emit(owner.workspaceId, events)
    const arrivals = new Map<number, number>()
    for (let kill = 0; kill < kills; kill++) {
      // Not always at the same point: while it claims, while it sends, while it writes down.
      await delay(150 + ((kill * 137) % 600))
      await world.crash()
      await gather(world, arrivals)
    }
    await world.drained()
    await gather(world, arrivals)
    return await count(world, arrivals, { events, kills })
  } finally {
    await world.close()
  }
}

async function gather(world: World, arrivals: Map<number, number>): Promise<void> {
  for (const [id, times] of (await world.received()).deliveries)
    arrivals.set(id, (arrivals.get(id) ?? 0) + times)
}

async function count(
  world: World,
  arrivals: ReadonlyMap<number, number>,
  { events, kills }: { readonly events: number; readonly kills: number },
): Promise<CrashCounts> {
  const rows = await world.query<{ id: string; status: string }>('select id, status from webhooks.delivery')
  const statuses = Map.groupBy(rows, ({ status }) => status)
  const disagreeing = rows.filter(({ id, status }) => (status === 'delivered') !== arrivals.has(Number(id)))
  const times = [...arrivals.values()]
  return {
    events,
    kills,
    rows: Object.fromEntries([...statuses].map(([status, each]) => [status, each.length])),
    arrived: times.length,
    repeated: times.reduce((sum, each) => sum + each - 1, 0),
    disagreeing: disagreeing.length,
  }
}
