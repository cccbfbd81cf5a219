import { defineCollector, type Collector } from '../operations/collector.ts'

export const redisCollector = (check: () => Promise<void>): Collector<unknown> =>
  defineCollector({
    gauges: { redis_up: 'Whether this process can count in Redis: 1 or 0.' },
    labels: [],
    read: async () => {
      const up = await check().then(
        () => 1,
        () => 0,
      )
      return [{ labels: {}, values: { redis_up: up } }]
    },
  })
