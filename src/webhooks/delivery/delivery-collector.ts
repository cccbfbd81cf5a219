import type { Collector } from '../../api/collector.ts'
import { defineCollector } from '../../platform/operations/collector.ts'
import { countWaiting } from './collector-store.ts'

export const deliveryCollector: Collector = defineCollector({
  gauges: {
    webhook_queue_depth:
      'Deliveries of events to webhooks that are pending, by what they wait for, each counted up to ten thousand.',
    webhook_queue_age_seconds: 'How long ago the event of the oldest of the counted deliveries happened.',
  },
  labels: ['state'],
  read: async ({ database, clock }) => {
    const nowMs = clock.now().getTime()
    return (await countWaiting(database)).map(({ state, count, oldest }) => ({
      labels: { state },
      values: {
        webhook_queue_depth: count,
        webhook_queue_age_seconds: oldest ? Math.max(0, nowMs - oldest.getTime()) / 1000 : 0,
      },
    }))
  },
})
