import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePublisher, changesOf } from './change-publisher.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function recording() {
  const sent: (readonly string[])[] = []
  return { sent, publisher: changePublisher(250, async (payloads) => sent.push(payloads)) }
}

const key = (id: number) => ({ scope: 18, topic: 'keys', ids: [id] })

describe('changes that are published', () => {
  test('at the same moment go out together and at once, later ones at the end of 250 ms', () => {
    const { sent, publisher } = recording()
    publisher.tell(key(1))
    publisher.tell(key(2))
    vi.advanceTimersByTime(0)
    expect(sent).toEqual([['[[18,"keys",[1,2]]]']])
    publisher.tell(key(3))
    vi.advanceTimersByTime(249)
    publisher.tell(key(4))
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sent.slice(1)).toEqual([['[[18,"keys",[3,4]]]']])
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(2)
  })

  test('go out four times a second when they never end', () => {
    const { sent, publisher } = recording()
    for (let ms = 0; ms < 1000; ms++) {
      publisher.tell(key(ms))
      vi.advanceTimersByTime(1)
    }
    expect(sent.length).toBeLessThanOrEqual(5)
  })

  test('of many scopes are several payloads, each below the limit of PostgreSQL', () => {
    const { sent, publisher } = recording()
    for (let scope = 0; scope < 900; scope++) publisher.tell({ scope, topic: 'messages', ids: [scope, 1e15] })
    vi.advanceTimersByTime(0)
    const payloads = sent.flat()
    expect(payloads.length).toBeGreaterThan(1)
    expect(Math.max(...payloads.map((each) => each.length))).toBeLessThan(7500)
    expect(payloads.flatMap(changesOf)).toHaveLength(900)
  })

  test('that wait go out when it is closed, and none afterwards', async () => {
    const { sent, publisher } = recording()
    publisher.tell(key(1))
    await publisher.close()
    publisher.tell(key(2))
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual([['[[18,"keys",[1]]]']])
    expect(vi.getTimerCount()).toBe(0)
  })
})
