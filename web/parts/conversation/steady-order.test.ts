import { expect, test } from 'vitest'
import { hold, inOrder } from './steady-order.ts'

const row = (key: string, id: number) => ({ key, id })
const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key).join('')

test('rows that are held stay where they are, change in place, and let new ones wait', () => {
  const before = [row('a', 9), row('b', 8), row('c', 7)]
  const now = [row('d', 11), row('c', 10), row('a', 9), row('b', 8), row('e', 5)]
  expect(keysOf(inOrder(now, undefined).rows)).toBe('dcabe')
  const { rows, waiting } = inOrder(now, hold(before))
  expect(keysOf(rows)).toBe('abce')
  expect(rows[2]?.id).toBe(10)
  expect(keysOf(waiting)).toBe('dc')
})

test('rows that are gone go', () => {
  expect(keysOf(inOrder([row('b', 8)], hold([row('a', 9), row('b', 8)])).rows)).toBe('b')
})
