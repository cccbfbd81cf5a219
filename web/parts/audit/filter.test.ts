import { expect, test } from 'vitest'
import { isFiltered, parseFilter, queryOf } from './filter.ts'

test('a filter of the URL keeps what is valid', () => {
  expect(
    parseFilter({ user: 7, action: 'member.remove', from: '2026-05-04', to: '2026-05-05', x: 1 }),
  ).toEqual({
    user: 7,
    action: 'member.remove',
    from: '2026-05-04',
    to: '2026-05-05',
  })
  expect(parseFilter({ user: -1, action: '', from: 'May', to: '2026-13-40' })).toEqual({
    user: undefined,
    action: undefined,
    from: undefined,
    to: undefined,
  })
})

test('what is not valid is no filter', () => {
  expect([isFiltered(parseFilter({ user: 'x' })), isFiltered(parseFilter({ user: 3 }))]).toEqual([
    false,
    true,
  ])
})

test('both days of a filter count', () => {
  const { from, to } = queryOf({ from: '2026-05-04', to: '2026-05-04' })
  expect(new Date(to ?? 0).getTime() - new Date(from ?? 0).getTime()).toBe(86_400_000)
  expect(queryOf({ user: 7 })).toEqual({ user_id: 7 })
})
