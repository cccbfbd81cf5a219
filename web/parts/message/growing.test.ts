import { describe, expect, test } from 'vitest'
import { grown, reaches, renewed, withRow, type Grown, type RowKind } from './growing.ts'

interface Row {
  readonly id: number
  readonly status: string
}

const kind: RowKind<Row> = {
  idOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  isSettled: ({ status }) => status !== 'queued',
}
const row = (id: number, status = 'sent'): Row => ({ id, status })
const list = (ids: readonly number[], next: number | null = null): Grown<Row> => ({
  rows: ids.map((id) => row(id)),
  next,
})
const idsOf = ({ rows }: Grown<Row>) => rows.map(({ id }) => id)

describe('reaches', () => {
  test('asks for more while newer rows may be missing', () => {
    expect(reaches(list([5, 4]), list([9, 8], 8), kind)).toBe(false)
    expect(reaches(list([5, 4]), list([6, 5], 5), kind)).toBe(true)
    expect(reaches(list([5, 4]), list([9, 8]), kind)).toBe(true)
  })

  test('asks for more while an older row is not settled', () => {
    const known: Grown<Row> = { rows: [row(5), row(3, 'queued'), row(2)], next: null }
    expect(reaches(known, list([5, 4], 4), kind)).toBe(false)
    expect(reaches(known, list([5, 4, 3], 3), kind)).toBe(true)
  })

  test('is content when nothing was known', () => {
    expect(reaches(undefined, list([9, 8], 8), kind)).toBe(true)
  })
})

describe('renewed', () => {
  test('keeps older rows and where they go on', () => {
    const now = renewed(list([5, 4, 3, 2], 2), list([6, 5], 5), kind)
    expect([idsOf(now), now.next]).toEqual([[6, 5, 4, 3, 2], 2])
  })

  test('drops rows that are gone, and all older ones after a gap', () => {
    expect(idsOf(renewed(list([5, 4, 3], 3), list([5, 3], 3), kind))).toEqual([5, 3])
    const gap = renewed(list([5, 4], 4), list([9, 8], 8), kind)
    expect([idsOf(gap), gap.next]).toEqual([[9, 8], 8])
  })

  test('keeps the row itself when nothing changed in it', () => {
    const known = list([5, 4], 4)
    const now = renewed(known, { rows: [row(6), row(5), row(4, 'failed')], next: 4 }, kind)
    expect(now.rows[1]).toBe(known.rows[0])
    expect(now.rows[2]).toEqual(row(4, 'failed'))
  })
})

test('grown adds older rows once', () => {
  const now = grown(list([5, 4], 4), list([4, 3, 2], 2), kind)
  expect([idsOf(now), now.next]).toEqual([[5, 4, 3, 2], 2])
})

test('withRow adds a row in its place, or replaces it', () => {
  expect(idsOf(withRow(list([5, 3]), row(4), kind))).toEqual([5, 4, 3])
  expect(withRow(list([5, 3]), row(3, 'failed'), kind).rows[1]).toEqual(row(3, 'failed'))
})
