import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FairLimiter, PermitRefused, type FairLimits } from './fair-limiter.ts'
import { programFlow, type FlowKeys } from './flow-key.ts'

const workspace = (id: number): FlowKeys => [{ kind: 'workspace', name: `workspace:${id}` }]
const visitor = (ip: string, link: string): FlowKeys => [
  { kind: 'ip', name: ip },
  { kind: 'link', name: link },
]

const each = { runningMax: 2, waitingMax: 3 }
const open = (limits: Partial<FairLimits> = {}) =>
  new FairLimiter('things', {
    runningMax: 3,
    waitingMax: 10,
    waitMsMax: 60_000,
    flows: {
      workspace: each,
      ip: { ...each, weight: 1 },
      link: { runningMax: 1, waitingMax: 10, weight: 1 },
    },
    ...limits,
  })

/** Ends the waiting for turns that a test leaves behind. */
let over: AbortController
beforeEach(() => void (over = new AbortController()))
afterEach(() => over.abort())

/** Asks for a turn that may not come before the test is over. */
const asked = (limiters: FairLimiter, flowKeys: FlowKeys): Promise<void | (() => void)> =>
  limiters.acquire(flowKeys, { signal: over.signal }).catch(() => undefined)

/** Asks for a turn; its name is in `order` once it has it. */
function queue(limiters: FairLimiter) {
  const order: string[] = []
  const releases = new Map<string, () => void>()
  return {
    order,
    ask: (name: string, flowKeys: FlowKeys) =>
      void asked(limiters, flowKeys).then((release) => {
        if (!release) return
        order.push(name)
        releases.set(name, release)
      }),
    end: async (name: string) => {
      releases.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}
const settled = () => new Promise(setImmediate)

describe('a fair limiter', () => {
  test('leaves permits for other workspaces however many one requests', async () => {
    const limiters = open()
    const { order, ask } = queue(limiters)
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, workspace(1))
    ask('b1', workspace(2))
    await settled()
    expect(order).toEqual(['a1', 'a2', 'b1'])
    expect(limiters.state).toEqual({ resource: 'things', running: 3, waiting: 2, refused: 0 })
  })

  test('serves two requests of a workspace and one of a visitor in each round, in order', async () => {
    const limiters = open({ runningMax: 1 })
    const { order, ask, end } = queue(limiters)
    ask('first', programFlow)
    for (const name of ['a1', 'a2', 'a3']) ask(name, workspace(1))
    ask('s1', visitor('192.0.2.1', 'x'))
    ask('s2', visitor('192.0.2.1', 'x'))
    for (const name of ['b1', 'b2']) ask(name, workspace(2))
    await settled()
    for (let at = 0; at < 8; at++) await end(order[at] ?? '')
    expect(order).toEqual(['first', 'a1', 'a2', 's1', 'b1', 'b2', 'a3', 's2'])
    expect(limiters.state).toMatchObject({ running: 0, waiting: 0 })
  })

  test('limits a link from however many addresses', async () => {
    const limiters = open()
    const { order, ask, end } = queue(limiters)
    for (const at of [1, 2, 3]) ask(`x${at}`, visitor(`192.0.2.${at}`, 'x'))
    ask('y', visitor('192.0.2.4', 'y'))
    await settled()
    expect(order).toEqual(['x1', 'y'])
    await end('x1')
    expect(order).toEqual(['x1', 'y', 'x2'])
  })

  test('refuses one request too many of a flow, and of no other flow', async () => {
    const limiters = open()
    for (let at = 0; at < 2; at++) await limiters.acquire(workspace(1))
    const waiting = Array.from({ length: 3 }, () => asked(limiters, workspace(1)))
    await expect(limiters.acquire(workspace(1))).rejects.toBeInstanceOf(PermitRefused)
    const release = await limiters.acquire(workspace(2))
    expect(limiters.state).toMatchObject({ running: 3, waiting: 3, refused: 1 })
    release()
    expect(waiting).toHaveLength(3)
  })

  test('refuses one waiting request too many for a link from many addresses, and none for another link', async () => {
    const limiters = open({
      flows: { ip: { ...each, weight: 1 }, link: { runningMax: 1, waitingMax: 3, weight: 1 } },
    })
    const atX = (at: number) => limiters.acquire(visitor(`192.0.2.${at}`, 'x'))
    const release = await atX(0)
    const waiting = [1, 2, 3].map(atX)
    await expect(atX(4)).rejects.toBeInstanceOf(PermitRefused)
    ;(await limiters.acquire(visitor('192.0.2.5', 'y')))()
    release()
    for (const turn of waiting) (await turn)()
    expect(limiters.state).toMatchObject({ running: 0, waiting: 0, refused: 1 })
    ;(await atX(4))()
  })

  test('refuses all flows when its queue is full', async () => {
    const limiters = open({ runningMax: 1, waitingMax: 2 })
    const release = await limiters.acquire(workspace(1))
    const [second, third] = [limiters.acquire(workspace(2)), limiters.acquire(workspace(3))]
    await expect(limiters.acquire(workspace(4))).rejects.toThrow(
      'Too many requests wait for a permit of things.',
    )
    release()
    ;(await second)()
    ;(await third)()
  })

  test('serves a link without waiting requests in the next round, before the many of other links', async () => {
    const limiters = open({ runningMax: 1, waitingMax: 100 })
    const { order, ask, end } = queue(limiters)
    ask('first', programFlow)
    for (let at = 0; at < 20; at++) ask(`x${at}`, visitor(`192.0.2.${at}`, `x${at % 2}`))
    ask('y', visitor('192.0.2.200', 'y'))
    await settled()
    await end('first')
    for (let at = 1; at < 4; at++) await end(order[at] ?? '')
    expect(order).toEqual(['first', 'x0', 'x1', 'y', 'x2'])
  })

  test('evicts the last waiter when the queue is full and a newcomer is better placed', async () => {
    const limiters = open({ runningMax: 1, waitingMax: 4 })
    const release = await limiters.acquire(programFlow)
    const atX = Array.from({ length: 4 }, (_, at) => limiters.acquire(visitor(`192.0.2.${at}`, 'x')))
    const atY = limiters.acquire(visitor('192.0.2.200', 'y'))
    await expect(atX.pop()).rejects.toBeInstanceOf(PermitRefused)
    await expect(limiters.acquire(visitor('192.0.2.5', 'x'))).rejects.toBeInstanceOf(PermitRefused)
    expect(limiters.state).toMatchObject({ waiting: 4, refused: 2 })
    release()
    for (const turn of [atX[0], atY, atX[1], atX[2]]) (await turn)?.()
  })

  test('serves requests for other links while the first waits for its link', async () => {
    const limiters = open()
    const { order, ask } = queue(limiters)
    ask('x1', visitor('192.0.2.1', 'x'))
    ask('x2', visitor('192.0.2.2', 'x'))
    ask('y', visitor('192.0.2.2', 'y'))
    await settled()
    expect(order).toEqual(['x1', 'y'])
  })

  test('refuses a request that waited too long, and skips no other', async () => {
    const limiters = open({ runningMax: 1, waitMsMax: 20 })
    const release = await limiters.acquire(workspace(1))
    await expect(limiters.acquire(workspace(2))).rejects.toThrow('took too long')
    const next = limiters.acquire(workspace(3))
    release()
    ;(await next)()
    expect(limiters.state).toMatchObject({ running: 0, waiting: 0, refused: 1 })
  })

  test('removes a request whose signal aborts', async () => {
    const limiters = open({ runningMax: 1 })
    const release = await limiters.acquire(workspace(1))
    const abort = new AbortController()
    const aborted = limiters.acquire(workspace(2), { signal: abort.signal })
    abort.abort(new Error('Enough.'))
    await expect(aborted).rejects.toThrow('Enough.')
    expect(limiters.state.waiting).toBe(0)
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
    await expect(limiters.acquire(workspace(2), { signal: abort.signal })).rejects.toThrow('Enough.')
    release()
  })

  test('runs work and releases the permit once, also after a failure', async () => {
    const limiters = open({ runningMax: 1 })
    await expect(limiters.run(programFlow, () => Promise.reject(new Error('It broke.')))).rejects.toThrow(
      'It broke.',
    )
    expect(await limiters.run(programFlow, () => Promise.resolve(7))).toBe(7)
    const release = await limiters.acquire(programFlow)
    release()
    release()
    expect(limiters.state.running).toBe(0)
  })
})
