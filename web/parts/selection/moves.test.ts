import { describe, expect, test } from 'vitest'
import { moveOf } from './moves.ts'

const list = (key: string, index: number) => moveOf(key, { index, count: 100, columns: 1, page: 10 })
/** Four columns: rows of 0–3, 4–7, 8–9. */
const tiles = (key: string, index: number) => moveOf(key, { index, count: 10, columns: 4, page: 2 })

describe('keys', () => {
  test('move in a list, and stay at its ends', () => {
    expect([list('ArrowDown', 3), list('ArrowUp', 3), list('ArrowUp', 0), list('ArrowDown', 99)]).toEqual([
      4, 2, 0, 99,
    ])
    expect([list('PageDown', 3), list('PageDown', 95), list('PageUp', 3)]).toEqual([13, 99, 0])
    expect([list('Home', 50), list('End', 50)]).toEqual([0, 99])
  })

  test('begin at the first one, or the last', () => {
    expect([list('ArrowDown', -1), list('ArrowUp', -1), list('End', -1)]).toEqual([0, 0, 99])
    expect(moveOf('ArrowDown', { index: -1, count: 0, columns: 1, page: 10 })).toBeUndefined()
  })

  test('that do not move in a list are free for others', () => {
    expect([list('ArrowRight', 3), list('ArrowLeft', 3), list('Enter', 3), list('x', 3)]).toEqual(
      Array.from({ length: 4 }),
    )
  })

  test('move in two dimensions among tiles', () => {
    expect([
      tiles('ArrowRight', 3),
      tiles('ArrowLeft', 4),
      tiles('ArrowDown', 1),
      tiles('ArrowUp', 5),
    ]).toEqual([4, 3, 5, 1])
    expect([
      tiles('ArrowUp', 2),
      tiles('ArrowDown', 6),
      tiles('ArrowDown', 8),
      tiles('ArrowRight', 9),
    ]).toEqual([2, 9, 8, 9])
    expect([tiles('PageDown', 1), tiles('PageUp', 9)]).toEqual([9, 1])
  })
})
