import { describe, expect, test } from 'vitest'
import type { Resolution } from '../../uploads/conflicts.ts'
import type { Item } from '../item/item.ts'
import { arrivalsOf, contested } from './arrivals.ts'

const item = (id: string, name: string, type: 'file' | 'folder' = 'file'): Item =>
  ({ id, name, type, parent_id: null }) as Item

const outcome = (
  items: readonly Item[],
  taken: Parameters<typeof arrivalsOf>[1],
  resolutions: Readonly<Record<string, Resolution>> = {},
) =>
  arrivalsOf(items, taken, new Map(Object.entries(resolutions))).map(
    ({ item: { id }, name, replaces }) => [id, name, ...replaces] as const,
  )

describe('items that come into a folder', () => {
  const there = [
    { name: 'a.txt', id: 'old', type: 'file' },
    { name: 'Reports', id: 'dir', type: 'folder' },
  ] as const

  test('keep their names where these are free', () => {
    expect(outcome([item('1', 'b.txt'), item('2', 'Letters', 'folder')], there)).toEqual([
      ['1', 'b.txt'],
      ['2', 'Letters'],
    ])
  })

  test('are asked about where a file has the name of a file, in any case', () => {
    const items = [item('1', 'A.TXT'), item('2', 'Reports'), item('3', 'Reports', 'folder')]
    expect(contested(items, there)).toEqual(['A.TXT'])
  })

  test('are not asked about for their own sake', () => {
    expect(contested([item('old', 'a.txt')], there)).toEqual([])
  })

  test('keep both, replace, or are skipped', () => {
    const items = [item('1', 'a.txt')]
    expect(outcome(items, there, { 'a.txt': 'both' })).toEqual([['1', undefined]])
    expect(outcome(items, there, { 'a.txt': 'replace' })).toEqual([['1', 'a.txt', 'old']])
    expect(outcome(items, there, { 'a.txt': 'skip' })).toEqual([])
  })

  test('never replace or skip a folder', () => {
    const items = [item('1', 'Reports', 'folder'), item('2', 'Reports')]
    expect(outcome(items, there, { Reports: 'skip' })).toEqual([
      ['1', undefined],
      ['2', undefined],
    ])
  })

  test('do not take the same name twice', () => {
    const items = [item('1', 'b.txt'), item('2', 'B.txt'), item('3', 'a.txt'), item('4', 'a.txt')]
    expect(outcome(items, there, { 'a.txt': 'replace' })).toEqual([
      ['1', 'b.txt'],
      ['2', undefined],
      ['3', 'a.txt', 'old'],
      ['4', undefined],
    ])
  })
})
