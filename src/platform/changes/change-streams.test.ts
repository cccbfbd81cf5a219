import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../../test/until.ts'
import { openChangeStreams, type ChangeStreams } from './change-streams.ts'

const one = { userId: 1, sessionId: 11 }
const two = { userId: 2, sessionId: 22 }
const sees = (...scopes: readonly number[]) => ({ scopes: new Set(scopes), operator: false })

/** What came since the last call. */
function seen(stream: Readable | undefined) {
  let text = ''
  for (let piece = stream?.read() as Buffer | null; piece; piece = stream?.read() as Buffer | null)
    text += String(piece)
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => {
    const { workspace_id: scope, topic, id } = JSON.parse(data ?? '') as Record<string, unknown>
    return [scope, topic, id]
  })
}

let streams: ChangeStreams
beforeEach(() => {
  vi.useFakeTimers()
  streams = openChangeStreams()
})
afterEach(() => {
  streams.close()
  vi.useRealTimers()
})

const key = (id: number) => ({ scope: 18, topic: 'keys', ids: [id] })

describe('streams of changes', () => {
  test('get the changes of their scopes, and operators those of operators', () => {
    const [a, b, boss] = [
      streams.open(one, sees(18, 19)),
      streams.open(two, sees(20)),
      streams.open({ userId: 3, sessionId: 33 }, { scopes: new Set([21]), operator: true }),
    ]
    streams.tell(key(5))
    streams.tell({ scope: 'operators', topic: 'plans', ids: ['standard'] })
    streams.tell({ scope: 'everyone', topic: 'numbers', ids: null })
    expect(seen(a)).toEqual([
      [18, 'keys', 5],
      [18, 'numbers', null],
      [19, 'numbers', null],
    ])
    expect(seen(b)).toEqual([[20, 'numbers', null]])
    expect(seen(boss)).toEqual([
      [null, 'plans', 'standard'],
      [21, 'numbers', null],
    ])
  })

  test('get the first change at once, and those of the next 250 ms as one for each id', () => {
    const stream = streams.open(one, sees(18))
    streams.tell(key(1))
    expect(seen(stream)).toEqual([[18, 'keys', 1]])
    for (const id of [2, 3, 2]) streams.tell(key(id))
    streams.tell({ scope: 18, topic: 'members', ids: [7] })
    expect(seen(stream)).toEqual([[18, 'members', 7]])
    vi.advanceTimersByTime(250)
    expect(seen(stream)).toEqual([
      [18, 'keys', 2],
      [18, 'keys', 3],
    ])
    vi.advanceTimersByTime(10_000)
    expect(seen(stream)).toEqual([])
  })

  test('get four events a second at most, without an id when there are more than 20', () => {
    const stream = streams.open(one, sees(18))
    for (let id = 0; id < 1000; id++) {
      streams.tell(key(id))
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(250)
    expect(seen(stream)).toEqual([[18, 'keys', 0], ...Array.from({ length: 4 }, () => [18, 'keys', null])])
  })

  test('follow what the viewer sees: a new scope is told of, a lost one is silent', () => {
    const stream = streams.open(one, sees(18))
    streams.setSight(one.sessionId, sees(19))
    streams.tell(key(1))
    streams.tell({ scope: 19, topic: 'keys', ids: [2] })
    expect(seen(stream)).toEqual([
      [19, 'members', one.userId],
      [19, 'keys', 2],
    ])
  })

  test('end with their log-in, and those of others go on', () => {
    const [a, b] = [streams.open(one, sees(18)), streams.open(two, sees(18))]
    streams.endSession(one.sessionId)
    expect(seen(a)).toEqual([[null, 'session', one.sessionId]])
    expect(a?.read()).toBe(null)
    expect(streams.viewers()).toEqual([two])
    streams.tell(key(1))
    expect(seen(b)).toEqual([[18, 'keys', 1]])
  })

  test('are 20 a person at most, until one of them closes', async () => {
    vi.useRealTimers()
    const own = Array.from({ length: 20 }, () => streams.open(one, sees(18)))
    expect(own.every(Boolean)).toBe(true)
    expect(streams.open({ userId: 1, sessionId: 12 }, sees(18))).toBe(undefined)
    expect(streams.open(two, sees(18))).toBeDefined()
    own[0]?.destroy()
    await until(() => streams.viewers().length === 20)
    expect(streams.open(one, sees(18))).toBeDefined()
  })

  test('are 2,000 a process at most', () => {
    for (let userId = 0; userId < 2000; userId++)
      expect(streams.open({ userId, sessionId: userId }, sees(18))).toBeDefined()
    expect(streams.open({ userId: 2000, sessionId: 2000 }, sees(18))).toBe(undefined)
  })

  test('end when the process stops, and later ones at once', () => {
    const stream = streams.open(one, sees(18))
    streams.close()
    const late = streams.open(one, sees(18))
    for (const each of [stream, late]) {
      expect(String(each?.read())).toBe(':open\n\n')
      expect(each?.read()).toBe(null)
    }
    expect(streams.viewers()).toEqual([])
  })
})

describe('a client that does not read', () => {
  test('is cut off, and nothing is kept for it', async () => {
    vi.useRealTimers()
    const server = createServer((_request, response) => {
      const stream = streams.open(one, sees(18))
      stream?.pipe(response)
      stream?.once('close', () => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => streams.viewers().length === 1)
    const topic = 'x'.repeat(30_000)
    let told = 0
    await until(() => {
      streams.tell({ scope: 18, topic: `${topic}${told++}`, ids: null })
      return streams.viewers().length === 0
    })
    socket.destroy()
    server.close()
  })
})
