import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FairTurns, TurnRefused, type TurnLimits } from './fair-limiter.ts'
import { program, stranger, tenant, type Parties } from './flow-key.ts'

const each = { runningMax: 2, waitingMax: 3 }
const open = (limits: Partial<TurnLimits> = {}) =>
  new FairTurns('things', {
    runningMax: 3,
    waitingMax: 10,
    waitMsMax: 60_000,
    of: { tenant: each, address: each, link: { runningMax: 1, waitingMax: 10 } },
    ...limits,
  })

/** Ends the waiting for turns that a test leaves behind. */
let over: AbortController
beforeEach(() => void (over = new AbortController()))
afterEach(() => over.abort())

/** Asks for a turn that may not come before the test is over. */
const asked = (turns: FairTurns, parties: Parties): Promise<void | (() => void)> =>
  turns.take(parties, { signal: over.signal }).catch(() => undefined)

/** Asks for a turn; its name is in `order` once it has it. */
function queue(turns: FairTurns) {
  const order: string[] = []
  const releases = new Map<string, () => void>()
  return {
    order,
    ask: (name: string, parties: Parties) =>
      void asked(turns, parties).then((release) => {
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

describe('fair turns', () => {
  test('leave room for another tenant however much one asks for', async () => {
    const turns = open()
    const { order, ask } = queue(turns)
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, tenant(1))
    ask('b1', tenant(2))
    await settled()
    expect(order).toEqual(['a1', 'a2', 'b1'])
    expect(turns.state).toEqual({ resource: 'things', running: 3, waiting: 2, refused: 0 })
  })

  test('go round the lines, two of a tenant and one of a stranger, each line in the order of asking', async () => {
    const turns = open({ runningMax: 1 })
    const { order, ask, end } = queue(turns)
    ask('first', program)
    for (const name of ['a1', 'a2', 'a3']) ask(name, tenant(1))
    ask('s1', stranger('192.0.2.1', 'x'))
    ask('s2', stranger('192.0.2.1', 'x'))
    for (const name of ['b1', 'b2']) ask(name, tenant(2))
    await settled()
    for (let at = 0; at < 8; at++) await end(order[at] ?? '')
    expect(order).toEqual(['first', 'a1', 'a2', 's1', 'b1', 'b2', 'a3', 's2'])
    expect(turns.state).toMatchObject({ running: 0, waiting: 0 })
  })

  test('hold a link to its share, from however many addresses it is asked for', async () => {
    const turns = open()
    const { order, ask, end } = queue(turns)
    for (const at of [1, 2, 3]) ask(`x${at}`, stranger(`192.0.2.${at}`, 'x'))
    ask('y', stranger('192.0.2.4', 'y'))
    await settled()
    expect(order).toEqual(['x1', 'y'])
    await end('x1')
    expect(order).toEqual(['x1', 'y', 'x2'])
  })

  test('refuse one too many in the line of a party, and no other party', async () => {
    const turns = open()
    for (let at = 0; at < 2; at++) await turns.take(tenant(1))
    const waiting = Array.from({ length: 3 }, () => asked(turns, tenant(1)))
    await expect(turns.take(tenant(1))).rejects.toBeInstanceOf(TurnRefused)
    const release = await turns.take(tenant(2))
    expect(turns.state).toMatchObject({ running: 3, waiting: 3, refused: 1 })
    release()
    expect(waiting).toHaveLength(3)
  })

  test('refuse one too many who waits for a link, from however many addresses, and nobody at another link', async () => {
    const turns = open({ of: { address: each, link: { runningMax: 1, waitingMax: 3 } } })
    const atX = (at: number) => turns.take(stranger(`192.0.2.${at}`, 'x'))
    const release = await atX(0)
    const waiting = [1, 2, 3].map(atX)
    await expect(atX(4)).rejects.toBeInstanceOf(TurnRefused)
    ;(await turns.take(stranger('192.0.2.5', 'y')))()
    release()
    for (const turn of waiting) (await turn)()
    expect(turns.state).toMatchObject({ running: 0, waiting: 0, refused: 1 })
    ;(await atX(4))()
  })

  test('refuse everybody when as many wait in all as may', async () => {
    const turns = open({ runningMax: 1, waitingMax: 2 })
    const release = await turns.take(tenant(1))
    const [second, third] = [turns.take(tenant(2)), turns.take(tenant(3))]
    await expect(turns.take(tenant(4))).rejects.toThrow('Too many wait for a turn at things.')
    release()
    ;(await second)()
    ;(await third)()
  })

  test('are in the next round for a link at which nobody waits, before the many who wait at other links', async () => {
    const turns = open({ runningMax: 1, waitingMax: 100 })
    const { order, ask, end } = queue(turns)
    ask('first', program)
    for (let at = 0; at < 20; at++) ask(`x${at}`, stranger(`192.0.2.${at}`, `x${at % 2}`))
    ask('y', stranger('192.0.2.200', 'y'))
    await settled()
    await end('first')
    for (let at = 1; at < 4; at++) await end(order[at] ?? '')
    expect(order).toEqual(['first', 'x0', 'x1', 'y', 'x2'])
  })

  test('refuse who would be last when as many wait in all as may, and not who comes to another link', async () => {
    const turns = open({ runningMax: 1, waitingMax: 4 })
    const release = await turns.take(program)
    const atX = Array.from({ length: 4 }, (_, at) => turns.take(stranger(`192.0.2.${at}`, 'x')))
    const atY = turns.take(stranger('192.0.2.200', 'y'))
    await expect(atX.pop()).rejects.toBeInstanceOf(TurnRefused)
    await expect(turns.take(stranger('192.0.2.5', 'x'))).rejects.toBeInstanceOf(TurnRefused)
    expect(turns.state).toMatchObject({ waiting: 4, refused: 2 })
    release()
    for (const turn of [atX[0], atY, atX[1], atX[2]]) (await turn)?.()
  })

  test('do not keep a link from those behind one who waits for another link', async () => {
    const turns = open()
    const { order, ask } = queue(turns)
    ask('x1', stranger('192.0.2.1', 'x'))
    ask('x2', stranger('192.0.2.2', 'x'))
    ask('y', stranger('192.0.2.2', 'y'))
    await settled()
    expect(order).toEqual(['x1', 'y'])
  })

  test('refuse who has waited for too long, and skip nobody for it', async () => {
    const turns = open({ runningMax: 1, waitMsMax: 20 })
    const release = await turns.take(tenant(1))
    await expect(turns.take(tenant(2))).rejects.toThrow('did not come in time')
    const next = turns.take(tenant(3))
    release()
    ;(await next)()
    expect(turns.state).toMatchObject({ running: 0, waiting: 0, refused: 1 })
  })

  test('forget who stops waiting', async () => {
    const turns = open({ runningMax: 1 })
    const release = await turns.take(tenant(1))
    const abort = new AbortController()
    const aborted = turns.take(tenant(2), { signal: abort.signal })
    abort.abort(new Error('Enough.'))
    await expect(aborted).rejects.toThrow('Enough.')
    expect(turns.state.waiting).toBe(0)
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
    await expect(turns.take(tenant(2), { signal: abort.signal })).rejects.toThrow('Enough.')
    release()
  })

  test('run work and end the turn once, also after a failure', async () => {
    const turns = open({ runningMax: 1 })
    await expect(turns.run(program, () => Promise.reject(new Error('It broke.')))).rejects.toThrow(
      'It broke.',
    )
    expect(await turns.run(program, () => Promise.resolve(7))).toBe(7)
    const release = await turns.take(program)
    release()
    release()
    expect(turns.state.running).toBe(0)
  })
})
