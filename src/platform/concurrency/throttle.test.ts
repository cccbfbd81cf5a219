import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { throttled } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function recording() {
  const sent: string[] = []
  return { sent, publisher: throttled(200, (key) => Promise.resolve(sent.push(key) > 0)) }
}

describe('calls that are throttled', () => {
  test('go out at once, and those of the next 200 ms as one at their end', () => {
    const { sent, publisher } = recording()
    for (let call = 0; call < 5; call++) publisher.publish('a')
    expect(sent).toEqual(['a'])
    vi.advanceTimersByTime(199)
    expect(sent).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual(['a', 'a'])
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual(['a', 'a'])
  })

  test('go out a few times a second when they never end', () => {
    const { sent, publisher } = recording()
    for (let ms = 0; ms < 1000; ms++) {
      publisher.publish('a')
      vi.advanceTimersByTime(1)
    }
    expect(sent).toHaveLength(6)
  })

  test('do not wait for those of another key', () => {
    const { sent, publisher } = recording()
    publisher.publish('a')
    publisher.publish('b')
    expect(sent).toEqual(['a', 'b'])
  })

  test('that could not be sent go out with the next flush', async () => {
    const outcomes = [false, true]
    const sent: string[] = []
    const publisher = throttled(200, (key) => Promise.resolve(outcomes[sent.push(key) - 1] ?? true))
    publisher.publish('a')
    await vi.advanceTimersByTimeAsync(1000)
    publisher.flush()
    publisher.flush()
    expect(sent).toEqual(['a', 'a'])
  })

  test('are none once it is closed', () => {
    const { sent, publisher } = recording()
    publisher.publish('a')
    publisher.publish('a')
    publisher.close()
    publisher.publish('b')
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual(['a'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
