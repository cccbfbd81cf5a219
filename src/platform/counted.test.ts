import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('a count has the singular for one thing only', () => {
  expect([0, 1, 2].map((count) => counted(count, 'file'))).toEqual(['0 files', '1 file', '2 files'])
  expect(counted(1, 'file was', 'files were')).toBe('1 file was')
})
