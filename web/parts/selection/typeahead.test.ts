import { describe, expect, test } from 'vitest'
import { findName, typeahead } from './typeahead.ts'

const names = ['Archive', 'Bills', 'budget.xlsx', 'Übersicht.pdf', 'Zoo']

describe('typing a name', () => {
  test('finds what begins so, around the end, whatever the case and accents', () => {
    expect(findName(names, 'bu', 0)).toBe(2)
    expect(findName(names, 'a', 3)).toBe(0)
    expect(findName(names, 'ub', 0)).toBe(3)
    expect(findName(names, 'x', 0)).toBe(-1)
    expect(findName([], 'a', -1)).toBe(-1)
  })

  test('collects letters, and starts again after a pause', () => {
    const type = typeahead()
    expect(type('b', 0, names, -1)).toBe(1)
    expect(type('u', 300, names, 1)).toBe(2)
    expect(type('z', 2000, names, 2)).toBe(4)
  })

  test('of one letter again goes on to the next name', () => {
    const type = typeahead()
    expect(type('b', 0, names, 0)).toBe(1)
    expect(type('b', 100, names, 1)).toBe(2)
    expect(type('b', 200, names, 2)).toBe(1)
  })
})
