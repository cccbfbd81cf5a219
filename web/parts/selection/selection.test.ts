import { describe, expect, test } from 'vitest'
import { all, clear, extend, follow, goTo, nothing, only, toggle, type Selection } from './selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const chosen = ({ chosen: set }: Selection) => [...set].toSorted().join('')

describe('a selection', () => {
  test('moves without choosing', () => {
    const moved = goTo(nothing, 'b')
    expect([chosen(moved), moved.active, moved.anchor]).toEqual(['', 'b', 'b'])
    expect(goTo(moved, 'b')).toBe(moved)
  })

  test('toggles one, and keeps the others', () => {
    const both = toggle(toggle(nothing, 'a'), 'c')
    expect(chosen(both)).toBe('ac')
    expect(chosen(toggle(both, 'a'))).toBe('c')
    expect(toggle(both, 'a').active).toBe('a')
  })

  test('extends from the anchor in both directions, and shrinks again', () => {
    const start = only('c')
    expect(chosen(extend(start, ids, 'e'))).toBe('cde')
    const up = extend(extend(start, ids, 'e'), ids, 'a')
    expect(chosen(up)).toBe('abc')
    expect([up.active, up.anchor]).toEqual(['a', 'c'])
    expect(chosen(extend(goTo(nothing, 'b'), ids, 'c'))).toBe('bc')
    expect(chosen(extend(nothing, ids, 'd'))).toBe('d')
  })

  test('adds a range to the others', () => {
    expect(chosen(extend(toggle(only('a'), 'd'), ids, 'e', true))).toBe('ade')
  })

  test('begins anew where its anchor is gone', () => {
    expect(chosen(extend(only('x'), ids, 'b'))).toBe('b')
  })

  test('takes everything, and nothing', () => {
    const full = all(goTo(nothing, 'b'), ids)
    expect([chosen(full), full.active]).toEqual(['abcde', 'b'])
    expect([chosen(clear(full)), clear(full).active]).toEqual(['', 'b'])
    expect(clear(nothing)).toBe(nothing)
  })

  test('follows a list that changes: to the next one, else to the one before', () => {
    const start = extend(only('c'), ids, 'd')
    const middle = follow(start, ids, ['a', 'b', 'c', 'e'])
    expect([chosen(middle), middle.active, middle.anchor]).toEqual(['c', 'e', 'c'])
    const end = follow(only('e'), ids, ['a', 'b'])
    expect([chosen(end), end.active, end.anchor]).toEqual(['', 'b', 'b'])
    expect(follow(only('a'), ids, []).active).toBeUndefined()
    expect(follow(start, ids, ['x', ...ids])).toBe(start)
  })
})
