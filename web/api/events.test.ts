import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeParser, openEvents, pauseMs, type Events, type Signal } from './events.ts'

const change = { workspace_id: 18, topic: 'messages', id: 123 }
const textOf = (of: object) => `event: changed\ndata: ${JSON.stringify(of)}\n\n`

describe('a parser of changes', () => {
  test('reads events that come in any pieces, and no comments', () => {
    const text = `:open\n\n${textOf(change)}:keepalive\n\n${textOf({ ...change, id: null })}`
    for (let size = 1; size < text.length; size++) {
      const parse = changeParser()
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      expect(pieces.flatMap(parse)).toEqual([change, { ...change, id: null }])
    }
  })

  test('ignores other events', () => {
    expect(changeParser()('event: other\ndata: {}\n\ndata: {}\n\n')).toEqual([])
  })
})

test('pauses double from one second to thirty, and differ by half', () => {
  expect([0, 1, 2, 20].map((failures) => pauseMs(failures, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(pauseMs(3, 0)).toBe(4000)
})

interface Stream {
  readonly write: (text: string) => void
  readonly end: () => void
}

describe('events', () => {
  let status: number
  let open: Stream[]
  let page: EventTarget & { visibilityState?: string }
  const tabs: Events[] = []

  /** Answers as the server does. */
  async function answer(_url: string, { signal }: { signal: AbortSignal }): Promise<Response> {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        if (status !== 200) return controller.close()
        const bytes = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        const leave = () => (open = open.filter((each) => each !== stream))
        const end = () => {
          leave()
          controller.close()
        }
        const stream = { write: bytes, end }
        signal.addEventListener('abort', () => {
          if (!open.includes(stream)) return
          leave()
          controller.error(signal.reason)
        })
        open.push(stream)
        bytes(':open\n\n')
      },
    })
    return new Response(body, { status })
  }

  beforeEach(() => {
    ;[status, open] = [200, []]
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', page)
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.stop()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  const until = (ask: () => boolean) => vi.waitUntil(ask, { timeout: 20_000, interval: 10 })

  function tab(onFirst = () => undefined as void) {
    const events = openEvents(onFirst)
    tabs.push(events)
    const signals: Signal[] = []
    events.subscribe((signal) => void signals.push(signal))
    return { events, signals }
  }

  test('come over one stream for all tabs, which the next tab opens when the first closes', async () => {
    const [first, second] = [tab(), tab()]
    await until(() => open.length === 1)
    open[0]?.write(textOf(change))
    await until(() => first.signals.length === 1 && second.signals.length === 1)
    expect(second.signals).toEqual([{ kind: 'changed', change }])
    // A tab that has just loaded has fetched everything.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    first.events.stop()
    await until(() => open.length === 1 && second.signals.length === 2)
    expect(second.signals[1]).toEqual({ kind: 'reconnected' })
  })

  test('tell a page that loads when its first stream is open', async () => {
    const onFirst = vi.fn<() => void>()
    tab(onFirst)
    await until(() => open.length === 1)
    expect(onFirst).toHaveBeenCalledTimes(1)
    open[0]?.end()
    await until(() => open.length === 1)
    expect(onFirst).toHaveBeenCalledTimes(1)
  })

  test('go on after the stream was lost, and all is to be fetched again', async () => {
    const { signals } = tab()
    await until(() => open.length === 1)
    status = 503
    open[0]?.end()
    await until(() => open.length === 0)
    status = 200
    await until(() => open.length === 1 && signals.at(-1)?.kind === 'reconnected')
    expect(new Set(signals.slice(0, -1).map(({ kind }) => kind))).toEqual(new Set(['lost']))
  })

  test('end with the log-in, in all tabs: with a 401, and with an event', async () => {
    const [first, second] = [tab(), tab()]
    await until(() => open.length === 1)
    status = 401
    open[0]?.write(textOf({ workspace_id: null, topic: 'session', id: 5 }))
    await until(() => first.signals.length === 2 && second.signals.length === 2)
    expect([...first.signals, ...second.signals].every(({ kind }) => kind === 'logged-out')).toBe(true)
  })

  test('go on when the browser has a new session after the end of the one before', async () => {
    const { signals } = tab()
    await until(() => open.length === 1)
    open[0]?.write(textOf({ workspace_id: null, topic: 'session', id: 5 }))
    await until(() => signals.length === 1)
    expect([signals, open.length]).toEqual([[{ kind: 'reconnected' }], 1])
  })

  const later = (seconds: number) => {
    const ms = Date.now() + seconds * 1000
    vi.spyOn(Date, 'now').mockReturnValue(ms)
  }

  test.each([
    ['visibilitychange', 21],
    ['focus', 21],
    ['pageshow', 21],
    // Whenever the network changed.
    ['online', 0],
  ])('reconnect at once on %s after %i seconds of silence', async (name, seconds) => {
    const { signals } = tab()
    await until(() => open.length === 1)
    const [dead] = open
    later(seconds)
    page.dispatchEvent(new Event(name))
    await until(() => open.length === 1 && open[0] !== dead && signals.at(-1)?.kind === 'reconnected')
  })

  test('reconnect by themselves after the machine slept', async () => {
    const { signals } = tab()
    await until(() => open.length === 1)
    const [dead] = open
    later(41)
    await until(() => open.length === 1 && open[0] !== dead && signals.at(-1)?.kind === 'reconnected')
  })

  test('stay on their stream while it is heard, and while nobody sees the page', async () => {
    tab()
    await until(() => open.length === 1)
    const [live] = open
    later(15)
    page.dispatchEvent(new Event('focus'))
    page.visibilityState = 'hidden'
    later(21)
    page.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(open).toEqual([live])
  })

  test('do not wait out their pause when someone comes back', async () => {
    const { signals } = tab()
    await until(() => open.length === 1)
    vi.stubGlobal('fetch', () => Promise.reject(new Error('away')))
    open[0]?.end()
    await until(() => signals.filter(({ kind }) => kind === 'lost').length === 3)
    vi.stubGlobal('fetch', answer)
    page.dispatchEvent(new Event('focus'))
    await vi.waitUntil(() => open.length === 1, { timeout: 1000, interval: 10 })
  })

  test('do not come to who no longer listens', async () => {
    const { events, signals } = tab()
    const heard: Signal[] = []
    const stop = events.subscribe((signal) => void heard.push(signal))
    await until(() => open.length === 1)
    stop()
    open[0]?.write(textOf(change))
    await until(() => signals.length === 1)
    expect(heard).toEqual([])
  })
})
