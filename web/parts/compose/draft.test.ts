import { expect, test } from 'vitest'
import { changeDraft, draftFor, emptyDraft, giveBack, sendKeys, sendKeysOf } from './draft.ts'

const hello = { to: '1', body: 'Hello' }

test('the same words are another text with each send, also while the first is on its way', () => {
  const keys = sendKeys()
  const first = keys.keyFor(hello)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.keyFor(hello)).not.toBe(first)
})

test('a text that failed keeps its key while it is sent again without a change', () => {
  const keys = sendKeysOf('1 2')
  const first = keys.keyFor(hello)
  keys.failed(hello, first)
  expect(sendKeysOf('1 3').keyFor(hello)).not.toBe(first)
  expect(sendKeysOf('1 2').keyFor(hello)).toBe(first)
  // It was taken.
  expect(keys.keyFor(hello)).not.toBe(first)
})

test('a text that failed and was changed is another one, and so are its words later', () => {
  const keys = sendKeys()
  const first = keys.keyFor(hello)
  keys.failed(hello, first)
  expect(keys.keyFor({ ...hello, body: 'Hello!' })).not.toBe(first)
  expect(keys.keyFor(hello)).not.toBe(first)
})

test('a text that was not sent goes above what was typed meanwhile', () => {
  const place = '1 4'
  expect(draftFor(place)).toBe(emptyDraft)
  expect(giveBack(place, 'First')).toBe(false)
  expect(draftFor(place).body).toBe('First')
  changeDraft(place, { body: 'Second', ttl: '3600' })
  expect(giveBack(place, 'First')).toBe(true)
  expect(draftFor(place)).toEqual({ body: 'First\nSecond', ttl: '3600' })
})
