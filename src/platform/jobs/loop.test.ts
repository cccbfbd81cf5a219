import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../../../test/log.ts'
import { systemClock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import type { Notifications } from '../notifications.ts'
import { contextOf } from './context.testing.ts'
import { defineLoop, failurePauseMs, type LoopDefinition, startLoops } from './loop.ts'
import type { LoopOutcome } from '../operations/observations.ts'
import { eventually } from '../../../test/until.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Notices and connections that the test makes up. */
function notificationsByHand() {
  const notices = new Set<() => void>()
  const connections = new Set<(connected: boolean) => void>()
  const notifications: Pick<Notifications, 'listen' | 'onConnection'> = {
    listen: (channel, listener) => {
      const ring = () => listener(channel)
      notices.add(ring)
      return () => void notices.delete(ring)
    },
    onConnection: (listener) => {
      connections.add(listener)
      return () => void connections.delete(listener)
    },
  }
  return {
    notifications: notifications as Notifications,
    notify: () => notices.forEach((ring) => ring()),
    reconnect: () => connections.forEach((tell) => tell(true)),
    listeners: () => notices.size + connections.size,
  }
}

function start(loops: readonly LoopDefinition[], { log = silentLog, stopMsMax = 1000 } = {}) {
  const byHand = notificationsByHand()
  const observed: [string, LoopOutcome][] = []
  const running = startLoops({
    loops,
    context: contextOf({ log, notifications: byHand.notifications }),
    observe: (loop) => (outcome) => void observed.push([loop, outcome]),
    stopMsMax,
  })
  closing.push(running.stop)
  return { ...byHand, ...running, observed }
}

/** A loop that counts its runs; each takes its rest from `rests`, and the last one stays. */
function counting(...rests: readonly number[]) {
  const state = { runs: 0 }
  const loop = defineLoop({
    name: 'count-runs',
    wokenBy: 'sheep',
    pauseMsMax: 60_000,
    run: () => Promise.resolve(rests[Math.min(state.runs++, rests.length - 1)] ?? 0),
  })
  return { loop, state }
}

describe('a loop', () => {
  test('runs at once, again without a pause while there is more to do, and then rests', async () => {
    const { loop, state } = counting(0, 0, 60_000)
    const { observed } = start([loop])
    await eventually(() => expect(state.runs).toBe(3))
    await delay(50)
    expect(state.runs).toBe(3)
    expect(observed).toEqual(Array.from({ length: 3 }, () => ['count-runs', 'done']))
  })

  test('rests no longer than its longest pause', async () => {
    const { loop, state } = counting(60_000)
    start([{ ...loop, pauseMsMax: 10 }])
    await eventually(() => expect(state.runs).toBeGreaterThan(2))
  })

  test('rests for its shortest pause whatever wakes it, and then does at once what came', async () => {
    const { loop, state } = counting(60_000)
    const { notify } = start([{ ...loop, pauseMsMin: 100 }])
    await eventually(() => expect(state.runs).toBe(1))
    notify()
    await delay(50)
    expect(state.runs).toBe(1)
    await eventually(() => expect(state.runs).toBe(2))
  })

  test('looks what is due when the wall clock jumps forward', async () => {
    const { loop, state } = counting(60_000)
    start([loop])
    await eventually(() => expect(state.runs).toBe(1))
    const now = systemClock.now.bind(systemClock)
    using _jump = vi.spyOn(systemClock, 'now').mockImplementation(() => new Date(now().getTime() + 120_000))
    await eventually(() => expect(state.runs).toBe(2))
  })

  test('is woken by a notice, by a new connection, and by a notice that came during the run', async () => {
    const { loop, state } = counting(60_000)
    const gate = Promise.withResolvers<void>()
    const run: LoopDefinition['run'] = async (context) => {
      const restMs = await loop.run(context)
      if (state.runs === 3) await gate.promise
      return restMs
    }
    const { notify, reconnect } = start([{ ...loop, run }])
    await eventually(() => expect(state.runs).toBe(1))
    await delay(20)
    notify()
    await eventually(() => expect(state.runs).toBe(2))
    await delay(20)
    reconnect()
    await eventually(() => expect(state.runs).toBe(3))
    notify()
    gate.resolve()
    await eventually(() => expect(state.runs).toBe(4))
  })

  test('that fails is logged and tried again after a pause that notices do not end, but a new connection does', async () => {
    const error = vi.fn<Log['error']>()
    const state = { runs: 0 }
    const loop = defineLoop({
      name: 'fail',
      wokenBy: 'sheep',
      pauseMsMax: 10,
      run: () => (state.runs++, Promise.reject(new Error('Not today.'))),
    })
    const { notify, reconnect, observed } = start([loop], { log: { ...silentLog, error } })
    await eventually(() => expect(state.runs).toBe(1))
    notify()
    await delay(100)
    expect(state.runs).toBe(1)
    reconnect()
    await eventually(() => expect(state.runs).toBe(2))
    expect(observed).toEqual(Array.from({ length: 2 }, () => ['fail', 'failed']))
    expect(error.mock.calls.map(([fields]) => fields['failures'])).toEqual([1, 2])
  })

  test('pauses longer after each failure, up to half a minute', () => {
    expect([1, 2, 3, 5, 6, 50].map(failurePauseMs)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
  })

  test('that stops waits for the run under way, starts none, and listens no longer', async () => {
    const gate = Promise.withResolvers<void>()
    const state = { runs: 0 }
    const run = async () => {
      state.runs++
      await gate.promise
      return 0
    }
    const { stop, listeners } = start([defineLoop({ name: 'wait', wokenBy: 'sheep', pauseMsMax: 10, run })])
    let over = false
    const stopped = stop().then(() => (over = true))
    await delay(50)
    expect(over).toBe(false)
    gate.resolve()
    await stopped
    expect([state.runs, listeners()]).toEqual([1, 0])
  })

  test('that does not end is left behind', async () => {
    const warn = vi.fn<Log['warn']>()
    const loop = defineLoop({ name: 'hang', pauseMsMax: 10, run: () => new Promise<number>(() => undefined) })
    const { stop } = start([loop], { log: { ...silentLog, warn }, stopMsMax: 50 })
    await stop()
    expect(warn).toHaveBeenCalledExactlyOnceWith({ loop: 'hang' }, expect.any(String))
  })

  test('has a name of its own', () => {
    const { loop } = counting(0)
    expect(() => start([loop, loop])).toThrow('Two loops are named count-runs.')
  })
})
