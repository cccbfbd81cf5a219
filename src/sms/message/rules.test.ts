import { describe, expect, test } from 'vitest'
import { Problem } from '../../api/problem.ts'
import { type Status, statuses } from './model.ts'
import { advance, recipientsOf, type ReportedStatus } from './rules.ts'

describe('progress of a message', () => {
  const reported: readonly ReportedStatus[] = ['sent', 'delivered', 'failed', 'expired', 'cancelled']
  const moves: Readonly<Partial<Record<Status, readonly ReportedStatus[]>>> = {
    sending: reported,
    sent: ['delivered', 'failed', 'expired'],
  }

  test.each(statuses)('from %s only goes forward', (current) => {
    for (const report of reported) {
      const expected = moves[current]?.includes(report) ? report : undefined
      expect([report, advance(current, report)]).toEqual([report, expected])
    }
  })

  test('delivered stays delivered after any late report', () => {
    expect(reported.map((report) => advance('delivered', report))).toEqual(reported.map(() => undefined))
  })
})

describe('recipients', () => {
  test('duplicates count once after normalisation, in order', () => {
    expect(recipientsOf(['+12025550124', '2025550123', '(202) 555-0123', '+12025550124'])).toEqual([
      '+12025550124',
      '+12025550123',
    ])
  })

  test('a wrong entry refuses the list and every wrong one is named', () => {
    const refused = () => recipientsOf(['+12025550124', 'bogus-entry', '99999'])
    expect(refused).toThrow(Problem)
    expect(refused).toThrow(/"bogus-entry", "99999"/)
  })

  test('of a long wrong entry only the beginning is repeated', () => {
    expect(() => recipientsOf('😀'.repeat(500))).toThrow(new RegExp(`"${'😀'.repeat(40)}"`))
  })
})
