import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { Semaphore, SemaphoreFull } from './semaphore.ts'

describe('a semaphore', () => {
  test('lets so many in at once, and then in the order of asking', async () => {
    const semaphore = new Semaphore(2)
    const first = await semaphore.acquire()
    await semaphore.acquire()
    const order: string[] = []
    const third = semaphore.acquire().then((release) => (order.push('third'), release))
    const fourth = semaphore.acquire().then((release) => (order.push('fourth'), release))
    await new Promise(setImmediate)
    expect(order).toEqual([])
    first()
    first()
    const releaseThird = await third
    await new Promise(setImmediate)
    expect(order).toEqual(['third'])
    releaseThird()
    await fourth
    expect(order).toEqual(['third', 'fourth'])
  })

  test('hands a permit to the one that waits, not to the one that comes at that moment', async () => {
    const semaphore = new Semaphore(1)
    const release = await semaphore.acquire()
    const order: string[] = []
    const waited = semaphore.acquire().then((next) => (order.push('waited'), next()))
    release()
    const came = semaphore.acquire().then((next) => (order.push('came'), next()))
    await Promise.all([waited, came])
    expect(order).toEqual(['waited', 'came'])
  })

  test('forgets an aborted waiter, and does not skip another one', async () => {
    const semaphore = new Semaphore(1)
    const release = await semaphore.acquire()
    const abort = new AbortController()
    const aborted = semaphore.acquire({ signal: abort.signal })
    const next = semaphore.acquire()
    abort.abort(new Error('Enough.'))
    await expect(aborted).rejects.toThrow('Enough.')
    release()
    await next
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
    await expect(semaphore.acquire({ signal: abort.signal })).rejects.toThrow('Enough.')
  })

  test('listens to a signal only while it waits', async () => {
    const semaphore = new Semaphore(1)
    const { signal } = new AbortController()
    const release = await semaphore.acquire({ signal })
    const next = semaphore.acquire({ signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    release()
    await next
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('lets no more wait than it may, and says how many run and wait', async () => {
    const semaphore = new Semaphore(1, { waitingMax: 1 })
    const release = await semaphore.acquire()
    const next = semaphore.acquire()
    await expect(semaphore.acquire()).rejects.toBeInstanceOf(SemaphoreFull)
    expect([semaphore.running, semaphore.waiting]).toEqual([1, 1])
    release()
    const releaseNext = await next
    expect([semaphore.running, semaphore.waiting]).toEqual([1, 0])
    releaseNext()
    expect([semaphore.running, semaphore.waiting]).toEqual([0, 0])
  })

  test('runs work and gives the permit back, also after a failure', async () => {
    const semaphore = new Semaphore(1)
    const failing = semaphore.run(() => Promise.reject(new Error('It broke.')))
    const working = semaphore.run(() => Promise.resolve(7))
    await expect(failing).rejects.toThrow('It broke.')
    expect(await working).toBe(7)
    expect(semaphore.running).toBe(0)
  })
})
