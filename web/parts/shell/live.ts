import { openEvents, type Events, type Listener } from '../../api/events.ts'
import { logInAgain } from '../../api/call.ts'
import { invalidate, invalidateAll, invalidateFetched, invalidateSoon } from '../../api/queries.ts'
import { topics, type Topic } from '../../api/topics.ts'
import { checkConnection } from './connection.ts'

const isTopic = (topic: string): topic is Topic => topic in topics

/** Topics after which the person may have other workspaces or rights. */
const ofSession: ReadonlySet<string> = new Set(['members', 'people', 'workspaces', 'plans'])

const refetch: Listener = (signal) => {
  if (signal.kind === 'logged-out') return void logInAgain()
  if (signal.kind === 'reconnected') return void invalidateAll()
  if (signal.kind === 'lost') return checkConnection()
  const { topic, workspace_id: workspace, id } = signal.change
  if (isTopic(topic)) invalidateSoon(workspace ?? undefined, topic, id)
  if (ofSession.has(topic)) void invalidate(undefined, 'session')
}

let events: Events | undefined

function opened(): Events {
  if (!events) {
    events = openEvents(() => void invalidateFetched())
    events.subscribe(refetch)
  }
  return events
}

/** Refetches what changes on the server, from the first call on. Call it once someone is logged in. */
export const goLive = (): void => void opened()

/** For screens that show the changes themselves. Returns how to stop. */
export const onChange = (listener: Listener): (() => void) => opened().subscribe(listener)
