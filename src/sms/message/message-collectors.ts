import { defineCollector } from '../../platform/operations/collector.ts'
import { statuses } from './model.ts'
import { countOpenMessages, countRecentMessages } from './collector-store.ts'

export const messageCollector = defineCollector({
  gauges: {
    messages:
      'Outgoing messages that have not come to their end, by status, each counted up to ten thousand.',
    message_age_seconds: 'How long ago the oldest of the counted messages was accepted.',
  },
  labels: ['status'],
  read: async ({ database, clock }) => {
    const nowMs = clock.now().getTime()
    return (await countOpenMessages(database)).map(({ status, count, oldest }) => ({
      labels: { status },
      values: {
        messages: count,
        message_age_seconds: oldest ? Math.max(0, nowMs - oldest.getTime()) / 1000 : 0,
      },
    }))
  },
})

/** The newest only, because counting all messages costs more every year. */
export const recentMessageCollector = defineCollector({
  gauges: { recent_messages: 'The last thousand messages of the installation, by status.' },
  labels: ['status'],
  read: async ({ database }) => {
    const counts = new Map((await countRecentMessages(database)).map(({ status, count }) => [status, count]))
    return statuses.map((status) => ({
      labels: { status },
      values: { recent_messages: counts.get(status) ?? 0 },
    }))
  },
})
