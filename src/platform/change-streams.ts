import type { Readable } from 'node:stream'
import { type Change, ChangeSet } from './change-set.ts'
import { openEventStreams } from './event-streams.ts'

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

/** Minimum interval between events of a scope and topic. */
const everyMs = 250
const idsOfAnything = [null]

interface Open {
  readonly viewer: Viewer
  sight: Sight
}

interface Window {
  readonly timer: NodeJS.Timeout
  readonly waiting: ChangeSet
}

export function openChangeStreams({
  personMax = 20,
  openMax = 2000,
}: ChangeStreamsOptions = {}): ChangeStreams {
  const streams = openEventStreams({ openMax })
  const opened = new Map<string, Open>()
  const seenBy = new Map<number | 'operators', Set<string>>()
  const windows = new Map<string, Window>()
  let places = 0
  let closed = false

  function watch(place: string, { scopes, operator }: Sight): void {
    for (const scope of [...scopes, ...(operator ? (['operators'] as const) : [])])
      seenBy.set(scope, (seenBy.get(scope) ?? new Set()).add(place))
  }

  function unwatch(place: string, { scopes }: Sight): void {
    for (const scope of [...scopes, 'operators'] as const) {
      const watching = seenBy.get(scope)
      watching?.delete(place)
      if (watching?.size === 0) seenBy.delete(scope)
    }
  }

  function forget(place: string): void {
    const open = opened.get(place)
    if (!open) return
    opened.delete(place)
    unwatch(place, open.sight)
  }

  function end(place: string): void {
    forget(place)
    streams.end(place)
  }

  const placesOf = (sessionId: number): readonly string[] =>
    [...opened].filter(([, { viewer }]) => viewer.sessionId === sessionId).map(([place]) => place)

  const isSeen = ({ scope }: Change): boolean => (scope === 'everyone' ? opened.size > 0 : seenBy.has(scope))

  function send({ scope, topic, ids }: Change): void {
    const scopes = scope === 'everyone' ? [...seenBy.keys()].filter((each) => each !== 'operators') : [scope]
    for (const each of scopes)
      for (const place of seenBy.get(each) ?? [])
        for (const id of ids ?? idsOfAnything)
          streams.send(place, 'changed', { workspace_id: each === 'operators' ? null : each, topic, id })
  }

  function openWindow(key: string): void {
    const timer = setTimeout(() => {
      windows.delete(key)
      if (waiting.size === 0) return
      for (const change of waiting.take()) send(change)
      openWindow(key)
    }, everyMs).unref()
    const waiting = new ChangeSet()
    windows.set(key, { timer, waiting })
  }

  function endAll(): void {
    for (const place of opened.keys()) end(place)
    for (const { timer } of windows.values()) clearTimeout(timer)
    windows.clear()
  }

  return {
    open: (viewer, sight) => {
      const own = [...opened.values()].filter((each) => each.viewer.userId === viewer.userId)
      if (own.length >= personMax) return undefined
      const place = String(++places)
      const stream = streams.open(place)
      if (!stream || closed) return stream
      opened.set(place, { viewer, sight })
      watch(place, sight)
      stream.once('close', () => forget(place))
      return stream
    },
    viewers: () => [...opened.values()].map(({ viewer }) => viewer),
    tell: (change) => {
      if (!isSeen(change)) return
      const key = `${change.scope} ${change.topic}`
      const window = windows.get(key)
      if (window) return window.waiting.add(change)
      const first = new ChangeSet()
      first.add(change)
      for (const each of first.take()) send(each)
      openWindow(key)
    },
    setSight: (sessionId, sight) => {
      for (const place of placesOf(sessionId)) {
        const open = opened.get(place)
        if (!open) continue
        const { viewer, sight: before } = open
        unwatch(place, before)
        open.sight = sight
        watch(place, sight)
        // The change that let the person in came before they could see it.
        for (const scope of sight.scopes.difference(before.scopes))
          streams.send(place, 'changed', { workspace_id: scope, topic: 'members', id: viewer.userId })
      }
    },
    endSession: (sessionId) => {
      for (const place of placesOf(sessionId)) {
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
