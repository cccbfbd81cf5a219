import { expect, test } from 'vitest'
import { waitingRows } from './waiting-rows.ts'

test('rows above the one that was on top wait', () => {
  expect(waitingRows([5, 4, 3], 3)).toBe(2)
  expect(waitingRows([5, 4, 3], 5)).toBe(0)
})

test('nothing waits before the first look, while loading, and when the top row was removed', () => {
  expect([waitingRows([5, 4], undefined), waitingRows(undefined, 4), waitingRows([5, 4], 3)]).toEqual([
    0, 0, 0,
  ])
})
