import { expect, test } from 'vitest'
import { countsOf, entriesOf, nameIn } from './entries.ts'
import type { Text as Message } from '../message/thread.ts'

let id = 0
const message = (more: Partial<Message>): Message => ({
  id: ++id,
  direction: 'out',
  phone: '+12025550131',
  status: 'queued',
  segments: 1,
  body: 'Hi',
  client_ref: null,
  number_id: 1,
  number: '+12025550177',
  group_id: 1,
  error: null,
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: null,
  sent_at: null,
  ...more,
})
const text = (body: string, second = 0) =>
  message({ direction: 'in', status: 'received', body, created_at: `2026-11-21T10:00:0${second}.000Z` })
const copies = (count: number, body: string, second = 0) =>
  Array.from({ length: count }, () => message({ body, created_at: `2026-11-21T10:00:0${second}.000Z` }))
const shown = (oldestFirst: readonly Message[], cut = false) =>
  entriesOf(oldestFirst.toReversed(), cut).map((entry) => [
    entry.text ? (entry.name ?? '?') : 'group',
    entry.body,
    entry.copies.length,
  ])

test('the forwards of a text are one entry with it, and name its member', () => {
  expect(
    shown([text('Hello'), ...copies(4, 'Bob: Hello'), text('Me too'), ...copies(4, 'A: B: Me too')]),
  ).toEqual([
    ['Bob', 'Hello', 4],
    ['A: B', 'Me too', 4],
  ])
})

test('a text to the group is one entry, and the same text later is another', () => {
  expect(shown([...copies(3, 'We meet.'), ...copies(3, 'We meet.', 1)])).toEqual([
    ['group', 'We meet.', 3],
    ['group', 'We meet.', 3],
  ])
})

test('a text that was not forwarded stays alone, also before a text to the group', () => {
  expect(shown([text('STOP'), text('Hello', 1), ...copies(2, 'STOP: no', 2)])).toEqual([
    ['?', 'STOP', 0],
    ['?', 'Hello', 0],
    ['group', 'STOP: no', 2],
  ])
})

test('copies at the start of what is loaded are left out, because some may be missing', () => {
  const messages = [...copies(2, 'Bob: Hello'), text('Yes', 1), ...copies(2, 'Cat: Yes', 2)]
  expect(shown(messages, true)).toEqual([['Cat', 'Yes', 2]])
  expect(shown(messages)).toHaveLength(2)
  expect(shown([], true)).toEqual([])
})

test('a shortened forward is known', () => {
  const long = 'word '.repeat(320)
  expect(nameIn(`Ann: ${long}`.slice(0, 1599) + '…', long)).toBe('Ann')
  expect(nameIn('Ann: Hello…', 'Good-bye')).toBeUndefined()
  expect(nameIn('Hello', 'Hello')).toBeUndefined()
})

test('statuses are counted, the best first', () => {
  const all = (['failed', 'delivered', 'queued', 'delivered'] as const).map((status) => ({ status }))
  expect(countsOf(all)).toEqual([
    ['delivered', 2],
    ['queued', 1],
    ['failed', 1],
  ])
})
