import { describe, expect, test } from 'vitest'
import type { Item } from './item.ts'
import { obstacleTo, verbs } from './verbs.ts'

const item = (name: string, type: 'file' | 'folder' = 'file'): Item =>
  ({ id: name, name, type, extension: name.split('.')[1] ?? '' }) as Item

const possible = (items: readonly Item[]) =>
  verbs.flatMap(({ verb }) => (obstacleTo(verb, items, true) === undefined ? [verb] : []))

describe('what fits a selection', () => {
  test('of one file is everything but unzipping', () => {
    expect(possible([item('a.txt')])).toEqual([
      'download',
      'share',
      'rename',
      'move',
      'copy',
      'compress',
      'remove',
    ])
  })

  test('of one archive is everything', () => {
    expect(possible([item('a.zip')])).toHaveLength(verbs.length)
    expect(possible([item('a.zip', 'folder')])).not.toContain('unzip')
  })

  test('of several items is what does not ask for a single one', () => {
    expect(possible([item('a.zip'), item('b')])).toEqual(['download', 'move', 'copy', 'compress', 'remove'])
    expect(obstacleTo('unzip', [item('a.zip'), item('b.zip')], true)).toBe('Unzip one archive at a time.')
    expect(obstacleTo('unzip', [item('a'), item('b')], true)).toBe('Only .zip archives can be unzipped.')
  })

  test('is nothing where the plan has no files', () => {
    expect(obstacleTo('download', [item('a.txt')], false)).toMatch(/does not include files/)
  })
})
