import { lead, tabsShare } from './leader.ts'
import { eventParser } from './server-events.ts'
import { onReturn, watchLife } from './wake.ts'

/** What changed, never the data. */
export interface Change {
  /** null: of the operator's pages, or of this log-in. */
  readonly workspace_id: number | null
  readonly topic: string
  /** null: anything of the topic. */
  readonly id: number | string | null
}

export type Signal =
  | { readonly kind: 'changed'; readonly change: Change }
  /** The stream ended. The server may be away. */
  | { readonly kind: 'lost' }
  /** Changes may have been missed: refetch everything that is visible. */
  | { readonly kind: 'reconnected' }
  /** The log-in has ended. */
  | { readonly kind: 'logged-out' }

export type Listener = (signal: Signal) => void

export interface Events {
  readonly subscribe: (listener: Listener) => () => void
  readonly stop: () => void
}

const name = 'bureau-events'
const url = '/console/v1/events'

/** The server sends a comment every 15 seconds. */
const silenceMsMax = 40_000
const silenceMsMaxOnReturn = 20_000
/** A page that loads asks for its data while its first stream opens. */
const firstMsMax = 1000
/** After a change of the password, the browser has its next session within this time. */
const renewalMs = 500
const pauseMsMin = 1000
const pauseMsMax = 30_000

/** Doubles with each failure. The jitter spreads the clients of a process that restarts. */
export const pauseMs = (failures: number, fraction: number): number =>
  Math.min(pauseMsMax, pauseMsMin * 2 ** failures) * (0.5 + fraction / 2)

/** Takes the text of a stream in pieces and returns the changes that each completes. */
export function changeParser(): (piece: string) => readonly Change[] {
  const parse = eventParser()
  return (piece) => parse(piece).flatMap(({ event, data }) => (event === 'changed' ? [data as Change] : []))
}

/**
 * Listens for all tabs: one holds the stream and tells the others. `onFirst` runs when the first stream of a page that loads
 * is open: what was fetched before may be out of date.
 */
export function openEvents(onFirst: () => void = () => undefined): Events {
  const listeners = new Set<Listener>()
  const tabs = new BroadcastChannel(name)
  const post: Listener = tabs.postMessage.bind(tabs)
  const hear: Listener = (signal) => {
    for (const listener of listeners) listener(signal)
  }
  const tell: Listener = (signal) => {
    hear(signal)
    if (tabsShare()) post(signal)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<Signal>) => hear(data))
  const startedMs = performance.now()
  let connections = 0
  const opened = (): void => {
    connections++
    if (connections > 1 || performance.now() - startedMs > firstMsMax) tell({ kind: 'reconnected' })
    else onFirst()
  }
  const stopLeading = lead(name, (signal) => keepConnected({ signal, opened, tell }))
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => {
      stopLeading()
      tabs.close()
    },
  }
}

interface Connecting {
  readonly signal: AbortSignal
  readonly opened: () => void
  readonly tell: Listener
}

async function keepConnected({ signal, opened, tell }: Connecting): Promise<void> {
  let failures = 0
  for (;;) {
    const end = await connect({
      signal,
      tell,
      opened: () => {
        failures = 0
        opened()
      },
    })
    if (signal.aborted) return
    // A page with uploads stays, and the person logs in again.
    if (end === 'logged-out') tell({ kind: 'logged-out' })
    if (end === 'lost') tell({ kind: 'lost' })
    await pause(end === 'session-ended' ? renewalMs : pauseMs(failures++, fraction()), signal)
  }
}

/** One stream, until it ends. */
async function connect({
  signal,
  opened,
  tell,
}: Connecting): Promise<'logged-out' | 'session-ended' | 'lost'> {
  const silent = new AbortController()
  let heardMs = Date.now()
  const stopWatching = watchLife({
    heardMs: () => heardMs,
    silenceMsMax,
    silenceMsMaxOnReturn,
    onDead: () => silent.abort(),
  })
  try {
    const response = await fetch(url, {
      headers: { Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silent.signal]),
    })
    if (response.status === 401) return 'logged-out'
    if (!response.ok || !response.body) return 'lost'
    opened()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parse = changeParser()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'lost'
      heardMs = Date.now()
      for (const change of parse(value)) {
        if (change.topic === 'session') return 'session-ended'
        tell({ kind: 'changed', change })
      }
    }
  } catch {
    return 'lost'
  } finally {
    stopWatching()
    silent.abort()
  }
}

/** Random, from 0 to 1. */
export const fraction = (): number => Math.max(...crypto.getRandomValues(new Uint8Array(1))) / 255

/** Shorter when someone comes back to the page. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      stopWaiting()
      resolve()
    }
    const stopWaiting = onReturn(done)
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
