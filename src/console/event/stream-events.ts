import { events } from '../../api/result.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { openEventStream } from './open-event-stream.ts'

export const streamEvents = console.endpoint('streamEvents', {
  method: 'GET',
  path: '/events',
  summary: 'Hear of changes',
  description:
    'Server-sent events `changed` with `{workspace_id, topic, id}`: what changed, never the data. Nothing is replayed.',
  who: loggedIn,
  result: events,
  problems: [],

  async handle(_input, { principal, ...context }) {
    const open = await openEventStream(context, principal)
    return () => {
      const stream = open()
      if (!stream)
        throw problem.rate_limited({ message: 'You have too many pages open. Close some of them.' })
      return stream
    }
  },
})
