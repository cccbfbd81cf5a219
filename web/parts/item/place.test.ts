import { describe, expect, test } from 'vitest'
import { readSearch, searchOf, sortingIn } from './place.ts'

describe('the URL of a folder', () => {
  test('has every name, and none that is invalid', () => {
    const none = { sort: undefined, order: undefined, view: undefined, preview: undefined, share: undefined }
    expect(readSearch({ sort: 'color', order: 1, view: 'tiles', preview: null, share: {} })).toEqual(none)
    const all = { sort: 'size', order: 'asc', view: 'grid', preview: 'abcd1234', share: '12345678' }
    expect(readSearch({ ...all, share: 12_345_678, more: 1 })).toEqual(all)
  })

  test('says how items are sorted only where that is not so by itself', () => {
    expect(sortingIn({})).toEqual({ sort: 'name', order: 'asc' })
    expect(sortingIn({ sort: 'size' })).toEqual({ sort: 'size', order: 'desc' })
    expect(searchOf({ sort: 'name', order: 'asc' })).toEqual({ sort: undefined, order: undefined })
    expect(searchOf({ sort: 'name', order: 'desc' })).toEqual({ sort: undefined, order: 'desc' })
    expect(searchOf({ sort: 'modified', order: 'desc' })).toEqual({ sort: 'modified', order: undefined })
  })
})
