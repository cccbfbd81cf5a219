import { describe, expect, test } from 'vitest'
import { ChangeSet } from './change-set.ts'

const scope = 18
const taken = (...changes: Parameters<ChangeSet['add']>[0][]) => {
  const set = new ChangeSet()
  for (const change of changes) set.add(change)
  return set.take()
}
const ids = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a set of changes', () => {
  test('merges the ids of a scope and topic, and nothing else', () => {
    expect(
      taken(
        { scope, topic: 'keys', ids: [5] },
        { scope, topic: 'keys', ids: [5, 6] },
        { scope, topic: 'files', ids: ['5'] },
        { scope: 19, topic: 'keys', ids: [5] },
        { scope: 'operators', topic: 'keys', ids: [5] },
      ),
    ).toEqual([
      { scope, topic: 'keys', ids: [5, 6] },
      { scope, topic: 'files', ids: ['5'] },
      { scope: 19, topic: 'keys', ids: [5] },
      { scope: 'operators', topic: 'keys', ids: [5] },
    ])
  })

  test('keeps 20 ids; more of them, or a change of anything, leave none', () => {
    expect(taken({ scope, topic: 'keys', ids: ids(20) })).toEqual([{ scope, topic: 'keys', ids: ids(20) }])
    expect(taken({ scope, topic: 'keys', ids: ids(21) })).toEqual([{ scope, topic: 'keys', ids: null }])
    expect(taken({ scope, topic: 'keys', ids: null }, { scope, topic: 'keys', ids: [5] })).toEqual([
      { scope, topic: 'keys', ids: null },
    ])
  })

  test('is bounded: beyond 1,000 scopes a change is one of everyone', () => {
    const changes = taken(...ids(5000).map((each) => ({ scope: each, topic: 'keys', ids: [1] })))
    expect(changes).toHaveLength(1001)
    expect(changes.at(-1)).toEqual({ scope: 'everyone', topic: 'keys', ids: null })
  })

  test('is empty once it was taken', () => {
    const set = new ChangeSet()
    set.add({ scope, topic: 'keys', ids: [5] })
    set.take()
    expect([set.size, set.take()]).toEqual([0, []])
  })
})
