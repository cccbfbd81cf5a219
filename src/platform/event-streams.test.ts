import { afterEach, describe, expect, test, vi } from 'vitest'
import { openEventStreams } from './event-streams.ts'

afterEach(() => void vi.useRealTimers())

describe('event streams', () => {
  test('are kept alive by a comment every 15 seconds', () => {
    vi.useFakeTimers()
    const streams = openEventStreams()
    const stream = streams.open('one')
    expect(String(stream?.read())).toBe(':open\n\n')
    vi.advanceTimersByTime(14_999)
    expect(stream?.read()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(String(stream?.read())).toBe(':keepalive\n\n')
    streams.close()
  })

  test('get nothing more once they have ended, also while nobody reads', () => {
    vi.useFakeTimers()
    const streams = openEventStreams()
    const stream = streams.open('one')
    streams.end('one')
    vi.advanceTimersByTime(60_000)
    streams.send('one', 'MessageEnqueued')
    expect(String(stream?.read())).toBe(':open\n\n')
    expect(stream?.read()).toBeNull()
  })

  test('carry events with data, to their listener only', () => {
    const streams = openEventStreams()
    const [one, two] = [streams.open('one'), streams.open('two')]
    for (const stream of [one, two]) stream?.read()
    streams.send('one', 'MessageEnqueued')
    streams.send('three', 'MessageEnqueued')
    expect(String(one?.read())).toBe('event: MessageEnqueued\ndata: {}\n\n')
    expect(two?.read()).toBeNull()
    streams.close()
  })

  test('are bounded in number, and one a listener', () => {
    const streams = openEventStreams({ openMax: 2 })
    streams.open('one')
    expect(streams.open('two')).toBeDefined()
    expect(streams.open('three')).toBeUndefined()
    expect(streams.open('two')).toBeDefined()
    expect(streams.listeners()).toEqual(['one', 'two'])
    streams.close()
    expect(streams.listeners()).toEqual([])
  })

  test('are cut off when nobody reads them', () => {
    const streams = openEventStreams()
    const stream = streams.open('one')
    for (let times = 0; times < 3000; times++) streams.send('one', 'MessageEnqueued')
    expect(stream?.destroyed).toBe(true)
  })

  test('end at once when the program stops', () => {
    const streams = openEventStreams()
    streams.close()
    const stream = streams.open('one')
    expect(String(stream?.read())).toBe(':open\n\n')
    expect(streams.listeners()).toEqual([])
  })
})
