import { describe, expect, test } from 'vitest'
import { expiresAt, isExpiring, localTime, presets, proposedTime } from './expiry.ts'

const now = new Date('2027-03-01T12:00:00Z')

describe('expiresAt', () => {
  test('counts presets from now', () => {
    expect(presets.map((preset) => expiresAt(preset, '', now))).toEqual([
      '2027-03-01T13:00:00.000Z',
      '2027-03-02T12:00:00.000Z',
      '2027-03-08T12:00:00.000Z',
      '2027-03-31T12:00:00.000Z',
    ])
  })

  test('clears, keeps, and takes a typed time in the zone of the browser', () => {
    expect(expiresAt('never', '', now)).toBe('')
    expect(expiresAt('kept', '', now)).toBeUndefined()
    expect(expiresAt('date', localTime(new Date('2027-05-04T10:30:00Z')), now)).toBe(
      '2027-05-04T10:30:00.000Z',
    )
  })

  test('leaves it to the server to refuse what is not a time', () => {
    expect(expiresAt('date', '', now)).toBe('')
    expect(expiresAt('date', 'soon', now)).toBe('soon')
  })
})

test('a proposed time is a week away, at six in the evening', () => {
  expect(proposedTime(now)).toMatch(/^2027-03-0[789]T18:00$/)
})

test('isExpiring is true in the last day', () => {
  expect(isExpiring(null, now)).toBe(false)
  expect(isExpiring('2027-03-02T12:00:00Z', now)).toBe(false)
  expect(isExpiring('2027-03-02T11:59:59Z', now)).toBe(true)
})
