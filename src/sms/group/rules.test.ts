import { describe, expect, test } from 'vitest'
import { excessOf, memberTextsMax, sameTextMax, windowOf } from './rules.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const texts = (count: number, body: (index: number) => string, agoMs = 0) =>
  Array.from({ length: count }, (_, index) => ({
    body: body(index),
    received_at: new Date(receivedAt.getTime() - agoMs),
  }))
const text = { body: 'I am driving.', receivedAt }

describe('a text of a member', () => {
  test('is forwarded as the twentieth of a minute, and not as the next', () => {
    expect(excessOf(texts(memberTextsMax, String), text)).toBeUndefined()
    expect(excessOf(texts(memberTextsMax + 1, String), text)).toContain('More than 20 texts')
    expect(excessOf(texts(memberTextsMax + 1, String, 60_000), text)).toBeUndefined()
  })

  test('is forwarded three times in ten minutes when it is the same', () => {
    const same = () => text.body
    expect(excessOf(texts(sameTextMax, same, 599_999), text)).toBeUndefined()
    expect(excessOf(texts(sameTextMax + 1, same, 599_999), text)).toContain('the same text')
    expect(windowOf(receivedAt).getTime()).toBe(receivedAt.getTime() - 600_000)
  })
})
