import { defineCollector } from '../operations/collector.ts'
import { countMails } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

export const mailCollector = defineCollector({
  gauges: {
    mails_waiting: 'Mails in the queue that are neither sent nor given up, counted up to ten thousand.',
    mail_age_seconds: 'How long the oldest of the waiting mails has waited.',
    mails_failed: 'Mails that were given up within the last 24 hours, counted up to ten thousand.',
  },
  labels: [],
  read: async ({ database, clock }) => {
    const now = clock.now()
    const { waiting, oldest, failed } = await countMails(database, new Date(now.getTime() - dayMs))
    const ageSeconds = oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0
    return [
      { labels: {}, values: { mails_waiting: waiting, mail_age_seconds: ageSeconds, mails_failed: failed } },
    ]
  },
})
