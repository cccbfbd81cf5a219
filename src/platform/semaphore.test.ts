import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { turns } from './semaphore.ts'

describe('turns', () => {
  test('are given to so many at once, and then in the order of asking', async () => {
    const { take } = turns(2)
    const first = await take()
    await take()
    const order: string[] = []
    const third = take().then((giveBack) => (order.push('third'), giveBack))
    const fourth = take().then((giveBack) => (order.push('fourth'), giveBack))
    await new Promise(setImmediate)
    expect(order).toEqual([])
    first()
    first()
    const giveThirdBack = await third
    await new Promise(setImmediate)
    expect(order).toEqual(['third'])
    giveThirdBack()
    await fourth
    expect(order).toEqual(['third', 'fourth'])
  })

  test('are no longer waited for after an abort, and nobody is skipped for it', async () => {
    const { take } = turns(1)
    const giveBack = await take()
    const abort = new AbortController()
    const aborted = take(abort.signal)
    const next = take()
    abort.abort(new Error('Enough.'))
    await expect(aborted).rejects.toThrow('Enough.')
    giveBack()
    await next
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
    await expect(take(abort.signal)).rejects.toThrow('Enough.')
  })
})
