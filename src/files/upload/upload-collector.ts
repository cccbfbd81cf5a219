import { defineCollector } from '../../platform/operations/collector.ts'
import { countUploads } from './store.ts'

export const uploadCollector = defineCollector({
  gauges: { uploads_open: 'Chunked uploads that are open, counted up to ten thousand.' },
  labels: [],
  read: async ({ database }) => [{ labels: {}, values: { uploads_open: await countUploads(database) } }],
})
