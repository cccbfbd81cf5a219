import { expect, test } from 'vitest'
import { EventFeed } from './event-feed.ts'

const ids = (...list: number[]) => list.map((id) => ({ id }))

test('an event is new once, however often it is listed', () => {
  const feed = new EventFeed(0)
  expect(feed.take(ids(1, 2), 0)).toEqual(ids(1, 2))
  expect(feed.take(ids(1, 2, 3), 500)).toEqual(ids(3))
  expect(feed.take(ids(1, 2, 3), 1000)).toEqual([])
})

test('an event that commits late, behind a larger id, is not missed', () => {
  const feed = new EventFeed(10)
  expect(feed.take(ids(12), 0)).toEqual(ids(12))
  expect(feed.floor).toBe(10)
  expect(feed.take(ids(11, 12), 30_000)).toEqual(ids(11))
})

test('what was listed for a minute is settled, and not asked for again', () => {
  const feed = new EventFeed(0)
  feed.take(ids(1, 2), 0)
  feed.take(ids(1, 2, 5), 30_000)
  feed.take(ids(1, 2, 5), 59_999)
  expect(feed.floor).toBe(0)
  feed.take(ids(1, 2, 5), 60_000)
  expect(feed.floor).toBe(2)
  expect(feed.take(ids(5), 90_000)).toEqual([])
  expect(feed.floor).toBe(5)
})
