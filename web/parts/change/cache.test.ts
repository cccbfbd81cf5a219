import { afterEach, describe, expect, test } from 'vitest'
import { queries } from '../../api/queries.ts'
import { changeItems, moveInLists, removeFromLists, renameInLists } from './cache.ts'

const item = (id: string, name = id) => ({ id, type: 'file', name })
const pages = (...ids: readonly string[]) => ({
  pages: [{ data: ids.map((id) => item(id)), meta: { total: ids.length } }],
  pageParams: [0],
})

const here = ['18', 'listItems', { folder: 'here', sort: 'name', order: 'asc' }, 'pages']
const there = ['18', 'listItems', { folder: 'there', sort: 'name', order: 'asc' }, 'pages']
const found = ['18', 'files.searchFiles', { q: 'a' }]
const elsewhere = ['19', 'listItems', { folder: 'here', sort: 'name', order: 'asc' }, 'pages']

const idsIn = (key: readonly unknown[]): readonly string[] =>
  queries
    .getQueryData<ReturnType<typeof pages>>(key)
    ?.pages.flatMap(({ data }) => data.map(({ name }) => name)) ?? []

describe('items in cached lists', () => {
  afterEach(() => queries.clear())

  const fill = () => {
    for (const key of [here, there, found, elsewhere]) queries.setQueryData(key, pages('a', 'b'))
  }

  test('are found in lists, answers, and pages; what has none stays the same object', () => {
    const drop = () => undefined
    expect(changeItems([item('a')], drop)).toEqual([])
    expect(changeItems({ data: [item('a')], meta: 1 }, drop)).toEqual({ data: [], meta: 1 })
    expect(changeItems(pages('a'), drop).pages[0]?.data).toEqual([])
    const same = pages('a')
    expect(changeItems(same, (each) => each)).toBe(same)
    expect(changeItems(undefined, drop)).toBeUndefined()
    expect(changeItems('text', drop)).toBe('text')
  })

  test('get a new name wherever they are listed, but not in other workspaces', () => {
    fill()
    renameInLists('18', 'a', 'z')
    expect([here, there, found, elsewhere].map(idsIn)).toEqual([
      ['z', 'b'],
      ['z', 'b'],
      ['z', 'b'],
      ['a', 'b'],
    ])
  })

  test('leave the folders that they are no longer in', () => {
    fill()
    moveInLists('18', 'a', 'there')
    expect([here, there, found].map(idsIn)).toEqual([['b'], ['a', 'b'], ['a', 'b']])
  })

  test('are gone everywhere once they are deleted', () => {
    fill()
    removeFromLists('18', ['a', 'b'])
    expect([here, there, found, elsewhere].map(idsIn)).toEqual([[], [], [], ['a', 'b']])
  })
})
