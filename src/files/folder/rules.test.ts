import { describe, expect, test } from 'vitest'
import { naturalOrder } from './rules.ts'

const order = (...names: readonly string[]) =>
  naturalOrder(
    names.map((name, at) => ({ id: `${at} ${name}`, type: name.endsWith('/') ? 'folder' : 'file', name })),
  ).ids.map((id) => id.slice(id.indexOf(' ') + 1))

describe('the natural order', () => {
  test('compares numbers as numbers, also long ones and with leading zeros', () => {
    expect(order('img10.png', 'img2.png', 'img1.png', 'img02b.png')).toEqual([
      'img1.png',
      'img2.png',
      'img02b.png',
      'img10.png',
    ])
    const long = ['9'.repeat(40), `1${'0'.repeat(40)}`]
    expect(order(...long.toReversed())).toEqual(long)
  })

  test('has folders first, and ignores case before it minds it', () => {
    expect(order('a', 'B', 'C/', 'c', 'É', 'b', 'e', 'f', '2/')).toEqual([
      '2/',
      'C/',
      'a',
      'b',
      'B',
      'c',
      'e',
      'É',
      'f',
    ])
  })

  test('keeps equal names as they come, and counts folders and pictures', () => {
    const children = ['x.png', 'x.png', 'a.tiff', 'y.JPG', 'z'].map((name, at) => ({
      id: String(at),
      type: 'file' as const,
      name,
    }))
    expect(naturalOrder([...children, { id: '5', type: 'folder', name: 'f.png' }])).toEqual({
      ids: ['5', '2', '0', '1', '3', '4'],
      folders: 1,
      pictures: 3,
    })
  })
})
