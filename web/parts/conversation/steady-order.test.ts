import { expect, test } from 'vitest'
import { hold, inOrder, refreshed } from './steady-order.ts'

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

test('rows that are gone stay while they are held, and go after that', () => {
  const held = hold([row('a', 9), row('b', 8)])
  expect(keysOf(inOrder([row('b', 8)], held).rows)).toBe('ab')
  expect(keysOf(inOrder([row('b', 8)], undefined).rows)).toBe('b')
})

test('rows that are gone stay as they were last', () => {
  const [a, b] = [row('a', 9), row('b', 8)]
  const held = hold([a, b])
  expect(refreshed(held, [a, b])).toBe(held)
  const later = refreshed(held, [row('a', 10), b])
  expect(inOrder([b], later).rows).toEqual([row('a', 10), b])
  expect(refreshed(later, [b])).toBe(later)
})
