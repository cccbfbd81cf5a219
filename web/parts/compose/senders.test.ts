import { expect, test } from 'vitest'
import { suggestedSender } from './senders.ts'

const through = (...ids: (number | null)[]) => ids.map((id) => ({ number_id: id }))

test('the pool sends by default', () => {
  expect(suggestedSender([1, 2], new Set([2]), [])).toBe('pool')
  expect(suggestedSender([1, 2], new Set([2]), through(1, 2))).toBe('pool')
  expect(suggestedSender([], new Set(), [])).toBe('pool')
})

test('an answer goes through the number of the workspace that the phone wrote to', () => {
  expect(suggestedSender([1, 2], new Set([2]), through(null, 2, 1))).toBe('2')
  expect(suggestedSender([1], new Set([2]), through(2))).toBe('pool')
})

test('without a pool, a number of the workspace sends', () => {
  expect(suggestedSender([3, 2], new Set([2, 3]), [])).toBe('3')
})
