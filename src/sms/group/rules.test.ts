import { describe, expect, test } from 'vitest'
import { countSegments } from '../segments.ts'
import {
  conversationStart,
  refusalToForward,
  forwarded,
  memberTextsMax,
  sameTextMax,
  windowOf,
} from './rules.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const texts = (count: number, body: (index: number) => string, agoMs = 0) =>
  Array.from({ length: count }, (_, index) => ({
    body: body(index),
    received_at: new Date(receivedAt.getTime() - agoMs),
  }))
const text = { body: 'I am driving.', receivedAt }

describe('a text of a member', () => {
  test('is forwarded as the twentieth of a minute, and not as the next', () => {
    expect(refusalToForward(texts(memberTextsMax, String), text)).toBeUndefined()
    expect(refusalToForward(texts(memberTextsMax + 1, String), text)).toContain('more than 20 texts')
    expect(refusalToForward(texts(memberTextsMax + 1, String, 60_000), text)).toBeUndefined()
  })

  test('is forwarded three times in ten minutes when it is the same', () => {
    const same = () => text.body
    expect(refusalToForward(texts(sameTextMax, same, 599_999), text)).toBeUndefined()
    expect(refusalToForward(texts(sameTextMax + 1, same, 599_999), text)).toContain('the same text')
    expect(windowOf(receivedAt).getTime()).toBe(receivedAt.getTime() - 600_000)
  })

  test('is forwarded as the sixtieth of an hour, and not as the next', () => {
    expect(refusalToForward(texts(60, String, 3_599_999), text)).toBeUndefined()
    expect(refusalToForward(texts(61, String, 3_599_999), text)).toContain('more than 60 texts')
    expect(refusalToForward(texts(61, String, 3_600_000), text)).toBeUndefined()
  })

  describe('that carries earlier ones', () => {
    /** The texts of a loop that adds `label` each time, newest first. */
    const loop = (label: string, count: number, start = 'hi') =>
      Array.from({ length: count }, (_, index) => ({
        body: forwarded(label.repeat(count - 1 - index), start),
        received_at: new Date(receivedAt.getTime() - index * 3_600_000),
      }))
    const verdict = (recent: ReturnType<typeof loop>) =>
      refusalToForward(recent, { body: recent[0]?.body ?? '', receivedAt })

    test.each(['Ann: ', 'A: B: ', '[Ann] ', 'Ann>\n', '(Ann) '])(
      'behind %j is forwarded three times within a day',
      (label) => {
        expect(verdict(loop(label, 3))).toBeUndefined()
        expect(verdict(loop(label, 4))).toContain('growing list of names')
        expect(conversationStart(receivedAt).getTime()).toBe(receivedAt.getTime() - 86_400_000)
      },
    )

    test('is known also when it is shortened on its way', () => {
      expect(verdict(loop('Ann: ', 4, 'word '.repeat(400)))).toContain('growing list of names')
    })

    test.each([
      ['words that end alike', ['ok', 'that is ok', 'it really is ok', 'so it really is ok']],
      ['short answers', ['1', '11', '111', '1111']],
      ['an empty text', ['', '!', '!!', '!!!']],
    ])('is not what people write: %s', (_what, bodies) => {
      const recent = bodies.toReversed().map((body) => ({ body, received_at: receivedAt }))
      expect(verdict(recent)).toBeUndefined()
    })
  })
})

describe('a forward', () => {
  test('is as it came, up to 1,600 characters', () => {
    expect(forwarded('Ann', 'a'.repeat(1595))).toBe(`Ann: ${'a'.repeat(1595)}`)
  })

  test.each(['a', 'я', '😀', '👩‍👩‍👧‍👦', `e${'\u0301'.repeat(50)}`, '\u0301'])(
    'of more than 1,600 characters %j ends with an ellipsis behind a whole character',
    (character) => {
      const body = forwarded('Ann', character.repeat(40_000))
      const { length } = Array.from(body)
      expect(length).toBeLessThanOrEqual(1600)
      expect(length).toBeGreaterThan(1540)
      expect(countSegments(body)).toBeLessThanOrEqual(255)
      expect(body.startsWith('Ann: ')).toBe(true)
      const graphemes = [...new Intl.Segmenter('en').segment(body)].map(({ segment }) => segment)
      expect(graphemes.at(-1)).toBe('…')
      if (character.length < 60 && character !== '\u0301') expect(graphemes.at(-2)).toBe(character)
    },
  )
})
