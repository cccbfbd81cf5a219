import { describe, expect, test } from 'vitest'
import { fold } from '../item/rules.ts'
import { archiveEntries, distinctNames, PathTooLong, type ArchiveEntry, type TreeItem } from './entries.ts'

const time = new Date('2026-03-04T05:06:07Z')
let items = 0

const item = (
  type: 'file' | 'folder',
  name: string,
  parent: string,
  more: Partial<TreeItem> = {},
): TreeItem => ({
  id: `item${String(++items).padStart(4, '0')}`,
  parent_id: parent,
  type,
  name,
  folded_name: fold(name),
  size: type === 'file' ? 3 : 0,
  blob_key: type === 'file' ? 'k' : null,
  created_at: time,
  updated_at: time,
  crc32: type === 'file' ? 7 : null,
  ...more,
})

const { signal } = new AbortController()
const entriesOf = (tree: readonly TreeItem[], topId: string): Promise<ArchiveEntry[]> =>
  archiveEntries(tree, topId, signal)

const top = item('folder', 'top', 'above', { id: 'top' })
const paths = async (tree: readonly TreeItem[]) => (await entriesOf(tree, 'top')).map(({ path }) => path())

describe('the entries of an archive', async () => {
  test('are in the order of listings for any order of rows, below the folder itself', async () => {
    const b = item('folder', 'b', 'top')
    const tree = [
      top,
      b,
      item('file', 'Z.txt', b.id),
      item('file', 'a.txt', 'top'),
      item('folder', 'A', 'top'),
    ]
    expect(await paths(tree)).toEqual(['A/', 'b/Z.txt', 'a.txt'])
    expect(await paths(tree.toReversed())).toEqual(await paths(tree))
  })

  test('of a file are that file', async () => {
    const file = item('file', 'a.txt', 'above', { id: 'top' })
    expect(await entriesOf([file], 'top')).toMatchObject([
      { sizeBytes: 3, crc32: 7, folder: false, pathBytes: 5 },
    ])
    expect(await paths([file])).toEqual(['a.txt'])
  })

  test('of an empty folder: none', async () => {
    expect(await paths([top])).toEqual([])
  })

  test('count the length of paths in UTF-8', async () => {
    const folder = item('folder', 'ü', 'top')
    const entries = await entriesOf(
      [top, folder, item('file', '😀', folder.id), item('folder', 'ß', 'top')],
      'top',
    )
    for (const { path, pathBytes } of entries) expect(pathBytes).toBe(Buffer.byteLength(path()))
    expect(entries.length).toBe(2)
  })

  test('may be nested ten thousand deep', async () => {
    const tree = [top]
    for (let depth = 0; depth < 10_000; depth++) tree.push(item('folder', 'f', tree.at(-1)?.id ?? ''))
    expect(await paths(tree)).toEqual(['f/'.repeat(10_000)])
  })

  test('have no path that the format cannot hold', async () => {
    const tree = [top]
    for (let depth = 0; depth < 64; depth++)
      tree.push(item('folder', '😀'.repeat(255), tree.at(-1)?.id ?? ''))
    const last = tree.at(-1)?.id ?? ''
    // 64 names of 1,020 bytes with their slashes are 65,344 bytes.
    await expect(entriesOf([...tree, item('file', 'x'.repeat(192), last)], 'top')).rejects.toThrow(
      PathTooLong,
    )
    expect((await entriesOf([...tree, item('file', 'x'.repeat(191), last)], 'top'))[0]?.pathBytes).toBe(
      65_535,
    )
  })
})

describe('equal names', () => {
  const names = (...list: (readonly ['file' | 'folder', string])[]) =>
    distinctNames(list.map(([type, name]) => item(type, name, 'top')))

  test('get a number before the extension', () => {
    expect(names(['file', 'a.txt'], ['file', 'a.txt'], ['file', 'a.txt'])).toEqual([
      'a.txt',
      'a (2).txt',
      'a (3).txt',
    ])
  })

  test('of folders and files without extension get it at the end', () => {
    expect(names(['folder', 'v1.0'], ['folder', 'v1.0'])).toEqual(['v1.0', 'v1.0 (2)'])
    expect(names(['file', '.hidden'], ['file', '.hidden'])).toEqual(['.hidden', '.hidden (2)'])
  })

  test('never become a name that another item has', () => {
    expect(names(['file', 'a'], ['file', 'a'], ['file', 'a (2)'], ['file', 'a (2)'])).toEqual([
      'a',
      'a (3)',
      'a (2)',
      'a (2) (2)',
    ])
  })

  test('collide on disks that ignore case or composition', () => {
    expect(names(['file', 'A.txt'], ['file', 'a.TXT'], ['folder', 'a.txt'])).toEqual([
      'A.txt',
      'a (2).TXT',
      'a.txt (3)',
    ])
    expect(names(['file', '\u00e9'], ['file', 'e\u0301'], ['file', 'E\u0301'])).toEqual([
      '\u00e9',
      'e\u0301 (2)',
      'E\u0301 (3)',
    ])
    expect(names(['file', 'straße'], ['file', 'STRASSE'], ['file', 'Strasse (2)'])).toEqual([
      'straße',
      'STRASSE (3)',
      'Strasse (2)',
    ])
    expect(names(['file', 'ΟΔΟΣ'], ['file', 'οδος'], ['file', 'οδοσ'])).toEqual([
      'ΟΔΟΣ',
      'οδος (2)',
      'οδοσ (3)',
    ])
  })

  test('in other cases are kept by the oldest too', async () => {
    const [young, old] = [
      item('file', 'A.txt', 'top'),
      item('file', 'a.txt', 'top', { created_at: new Date(0) }),
    ]
    expect(await paths([young, old, top])).toEqual(['a.txt', 'A (2).txt'])
  })

  test('of a folder and a file are equal too', async () => {
    expect(await paths([top, item('file', 'a', 'top'), item('folder', 'a', 'top')])).toEqual(['a/', 'a (2)'])
  })

  test('are kept by the oldest, then by the first id', async () => {
    const old = item('file', 'a', 'top', { created_at: new Date(0), size: 1 })
    const [first, second] = [item('file', 'a', 'top', { size: 2 }), item('file', 'a', 'top', { size: 3 })]
    const entries = await entriesOf([second, first, old, top], 'top')
    expect(entries.map(({ path, sizeBytes }) => [path(), sizeBytes])).toEqual([
      ['a', 1],
      ['a (2)', 2],
      ['a (3)', 3],
    ])
  })

  test('of two hundred thousand items are numbered in time, without comparing each with all others', () => {
    const siblings = Array.from({ length: 200_000 }, (): readonly ['file', string] => ['file', 'a.txt'])
    expect(new Set(names(...siblings)).size).toBe(200_000)
  })
})
