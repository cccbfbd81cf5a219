import { describe, expect, test } from 'vitest'
import { assign, type FreeNumber, rotated, type WaitingMessage } from './rules.ts'

const number = (id: number, more: Partial<FreeNumber> = {}): FreeNumber => ({
  id,
  workspaceId: null,
  outstanding: 0,
  outstandingMax: 3,
  servedAt: null,
  partsTaken: 0,
  budgets: [],
  ...more,
})

const message = (id: number, workspaceId: number, more: Partial<WaitingMessage> = {}): WaitingMessage => ({
  id,
  workspaceId,
  parts: 1,
  boundTo: null,
  stickyTo: null,
  ...more,
})

/** `number:message` of each, in the order in which they were given. */
const given = (
  numbers: readonly FreeNumber[],
  waiting: readonly WaitingMessage[],
  { served = 0, countMax = 100 } = {},
): string[] =>
  assign(numbers, waiting, { served, countMax }).map((each) => `${each.numberId}:${each.message.id}`)

describe('a round', () => {
  test('takes one message of each account in turn, after the account that was served last', () => {
    const waiting = [message(1, 5), message(2, 5), message(3, 7), message(4, 9)]
    expect(given([number(1)], waiting, { served: 5 })).toEqual(['1:3', '1:4', '1:1'])
    expect(rotated([5, 9, 7], 7)).toEqual([9, 5, 7])
  })

  test("takes the operator's own messages first", () => {
    const waiting = [message(1, 5), message(2, 0), message(3, 0)]
    expect(given([number(1)], waiting)).toEqual(['1:2', '1:3', '1:1'])
  })

  test('gives what any number may take to the one with the least to do, then the longest idle', () => {
    const numbers = [
      number(1, { outstanding: 2 }),
      number(2, { servedAt: new Date(2000) }),
      number(3, { servedAt: new Date(1000) }),
    ]
    const waiting = [1, 2, 3, 4, 5].map((id) => message(id, 5))
    expect(given(numbers, waiting)).toEqual(['3:1', '2:2', '3:3', '2:4', '1:5'])
  })

  test('fills no number beyond what it may have', () => {
    const numbers = [number(1, { outstanding: 2 }), number(2, { outstandingMax: 1 })]
    const waiting = [1, 2, 3, 4].map((id) => message(id, 5))
    expect(given(numbers, waiting)).toEqual(['2:1', '1:2'])
    expect(given(numbers, waiting, { countMax: 1 })).toHaveLength(1)
  })

  test('leaves a recipient to the number that he knows, and goes past him when it is full', () => {
    const numbers = [number(1), number(2, { outstanding: 3 })]
    const waiting = [message(1, 5, { stickyTo: 2 }), message(2, 5, { stickyTo: 1 }), message(3, 5)]
    expect(given(numbers, waiting)).toEqual(['1:2', '1:3'])
  })

  test('gives a dedicated number what names it, and nothing of a former account', () => {
    const numbers = [number(1, { workspaceId: 5 })]
    const waiting = [message(1, 7, { boundTo: 1 }), message(2, 5, { boundTo: 1 }), message(3, 5)]
    expect(given(numbers, waiting)).toEqual(['1:2'])
  })
})
