import type { Readable } from 'node:stream'
import { type Change, type PersonScope, personScope } from './change-set.ts'
import { openWindows } from './change-windows.ts'
import { openEventStreams } from '../event-streams.ts'

/** A log-in of a person. */
export interface Viewer {
  readonly userId: number
  readonly sessionId: number
}

/** What a viewer learns of. */
export interface Sight {
  readonly scopes: ReadonlySet<number>
  readonly operator: boolean
}

/** Streams of what changed. Nothing is replayed: a client refetches after it has reconnected. */
export interface ChangeStreams {
  /** Undefined when the person or the process has too many. */
  readonly open: (viewer: Viewer, sight: Sight) => Readable | undefined
  readonly viewers: () => readonly Viewer[]
  readonly tell: (change: Change) => void
  readonly setSight: (sessionId: number, sight: Sight) => void
  /** Tells the streams of a log-in that it ended, and ends them. */
  readonly endSession: (sessionId: number) => void
  /** Clients reconnect. */
  readonly endAll: () => void
  /** Streams that are opened later end at once. */
  readonly close: () => void
}

export interface ChangeStreamsOptions {
  readonly personMax?: number
  readonly openMax?: number
}

const idsOfAnything = [null]

interface Open {
  readonly viewer: Viewer
  sight: Sight
}

export function openChangeStreams({
  personMax = 20,
  openMax = 2000,
}: ChangeStreamsOptions = {}): ChangeStreams {
  const streams = openEventStreams({ openMax })
  const opened = new Map<string, Open>()
  const watching = openWatching()
  const windows = openWindows(send)
  let places = 0
  let closed = false

  function send({ scope, topic, ids }: Change): void {
    for (const each of scope === 'everyone' ? watching.scopes() : [scope])
      for (const place of watching.placesOf(each))
        for (const id of ids ?? idsOfAnything)
          streams.send(place, 'changed', { workspace_id: scopeOf(each), topic, id })
  }

  function forget(place: string): void {
    const open = opened.get(place)
    if (!open) return
    opened.delete(place)
    watching.remove(place, open)
  }

  function end(place: string): void {
    forget(place)
    streams.end(place)
  }

  const ofSession = (sessionId: number) =>
    [...opened].filter(([, { viewer }]) => viewer.sessionId === sessionId)

  function open(viewer: Viewer, sight: Sight): Readable | undefined {
    const own = [...opened.values()].filter((each) => each.viewer.userId === viewer.userId)
    if (own.length >= personMax) return undefined
    const place = String(++places)
    const stream = streams.open(place)
    if (!stream || closed) return stream
    opened.set(place, { viewer, sight })
    watching.add(place, { viewer, sight })
    return stream.once('close', () => forget(place))
  }

  function setSight(sessionId: number, sight: Sight): void {
    for (const [place, each] of ofSession(sessionId)) {
      const fresh = sight.scopes.difference(each.sight.scopes)
      watching.remove(place, each)
      each.sight = sight
      watching.add(place, each)
      // The change that let the person in came before they could see it.
      for (const scope of fresh)
        streams.send(place, 'changed', { workspace_id: scope, topic: 'members', id: each.viewer.userId })
    }
  }

  function endAll(): void {
    for (const place of opened.keys()) end(place)
    windows.clear()
  }

  return {
    open,
    viewers: () => [...opened.values()].map(({ viewer }) => viewer),
    tell: (change) => {
      if (change.scope === 'everyone' ? opened.size > 0 : watching.isSeen(change.scope)) windows.tell(change)
    },
    setSight,
    endSession: (sessionId) => {
      for (const [place] of ofSession(sessionId)) {
        streams.send(place, 'changed', { workspace_id: null, topic: 'session', id: sessionId })
        end(place)
      }
    },
    endAll,
    close: () => {
      closed = true
      endAll()
      streams.close()
    },
  }
}

type Watched = number | PersonScope | 'operators'

const scopeOf = (watched: Watched): number | null =>
  watched === 'operators' ? null : typeof watched === 'number' ? watched : Number.parseInt(watched, 10)

/** Which streams see a scope. */
function openWatching() {
  const seenBy = new Map<Watched, Set<string>>()
  const watchedBy = ({ viewer, sight: { scopes, operator } }: Open): readonly Watched[] => [
    ...scopes,
    ...[...scopes].map((scope) => personScope(scope, viewer.userId)),
    ...(operator ? (['operators'] as const) : []),
  ]
  return {
    add: (place: string, open: Open): void => {
      for (const each of watchedBy(open)) seenBy.set(each, (seenBy.get(each) ?? new Set()).add(place))
    },
    remove: (place: string, open: Open): void => {
      for (const each of watchedBy(open)) {
        const places = seenBy.get(each)
        places?.delete(place)
        if (places?.size === 0) seenBy.delete(each)
      }
    },
    isSeen: (scope: Watched): boolean => seenBy.has(scope),
    placesOf: (scope: Watched): Iterable<string> => seenBy.get(scope) ?? [],
    scopes: (): readonly number[] => [...seenBy.keys()].filter((each) => typeof each === 'number'),
  }
}
