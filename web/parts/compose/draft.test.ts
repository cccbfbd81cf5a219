import { expect, test } from 'vitest'
import { sendKeys } from './draft.ts'

test('a composed text keeps its key until it is taken or changed', () => {
  const keys = sendKeys()
  const first = keys.keyFor({ to: '1', body: 'Hello' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.keyFor({ to: '1', body: 'Hello' })).toBe(first)
  const changed = keys.keyFor({ to: '1', body: 'Hello!' })
  expect(changed).not.toBe(first)
  keys.done(changed)
  expect(keys.keyFor({ to: '1', body: 'Hello!' })).not.toBe(changed)
})
