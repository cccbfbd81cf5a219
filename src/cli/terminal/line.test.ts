import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Progress } from '../../platform/progress.ts'
import { shownAmount, shownDuration } from './amount.ts'
import { type Look, progressLine } from './line.ts'
import { Pace } from './pace.ts'

const wide: Look = { columns: 100, color: false, unicode: true }
const copying: Progress = { step: 'Copying files', done: 1.5 * 2 ** 30, total: 6 * 2 ** 30, unit: 'bytes' }
const line = (progress: Progress, look: Partial<Look> = {}, perSecond?: number, frame = 0): string =>
  progressLine({ progress, perSecond, frame }, { ...wide, ...look })

describe('a progress line', () => {
  test('has step, bar, percent, amount, rate, and time left', () => {
    expect(line(copying, {}, 50 * 2 ** 20)).toBe(
      'Copying files  ███████░░░░░░░░░░░░░░░░░░░░░   25%  1.5 GB of 6.0 GB  50 MB/s  2 min left',
    )
    expect(line({ step: 'Rows', done: 1234, total: 10_000, unit: 'items' }, {}, 500)).toBe(
      'Rows  ███░░░░░░░░░░░░░░░░░░░░░░░░░   12%  1,234 of 10,000  500/s  18 s left',
    )
  })

  test('has a spinner and the amount if the total is not known', () => {
    const rows: Progress = { step: 'Reading', done: 2048, unit: 'bytes' }
    expect(line(rows)).toBe('⠋ Reading  2.0 KB')
    expect(line(rows, {}, 1024, 1)).toBe('⠙ Reading  2.0 KB  1.0 KB/s')
    expect(line(rows, { unicode: false }, undefined, 1)).toBe('/ Reading  2.0 KB')
  })

  test('fits into every width, and tells the most important of it', () => {
    for (let columns = 0; columns < 120; columns++) {
      for (const progress of [copying, { ...copying, total: undefined }]) {
        const text = stripVTControlCharacters(line(progress, { columns, color: true }, 50 * 2 ** 20))
        expect(text.length).toBeLessThanOrEqual(Math.max(1, columns - 1))
      }
    }
    expect(line(copying, { columns: 42 }, 1e6)).toBe('Copying files  █████░░░░░░░░░░░░░░░   25%')
    expect(line(copying, { columns: 20 })).toBe('Copying files  25%')
    expect(line(copying, { columns: 10 })).toBe('Copying …')
  })

  test('is plain where colors are unwelcome, and ASCII where the terminal knows no other', () => {
    expect(line(copying, { color: true })).toContain('\u001B[2m')
    expect(line(copying)).not.toContain('\u001B')
    expect(line(copying, { unicode: false })).toMatch(/^[\u0020-\u007E]+$/)
  })

  test('never has more than the whole, and shows no control characters', () => {
    expect(line({ ...copying, done: 7 * 2 ** 30 })).toContain('100%')
    expect(line({ ...copying, done: 0, total: 0 })).toContain('100%')
    expect(line({ ...copying, step: 'A\nb\u001B[2J' })).toContain(String.raw`A b\u001B[2J`)
  })
})

test('amounts are short and never round up to a unit of four digits', () => {
  const bytes = [0, 1, 999, 1000, 1023 * 1024, 9.96 * 1024, 123 * 2 ** 20].map((count) =>
    shownAmount(count, 'bytes'),
  )
  expect(bytes).toEqual(['0 bytes', '1 byte', '999 bytes', '1.0 KB', '1.0 MB', '10 KB', '123 MB'])
})

test('durations are rounded up, and grow coarser', () => {
  expect([0, 59, 60, 61, 3599, 3600, 4800, 200_000].map(shownDuration)).toEqual([
    '1 s',
    '59 s',
    '1 min',
    '2 min',
    '1 h',
    '1 h',
    '1 h 20 min',
    '3 days',
  ])
})

describe('the pace', () => {
  test('is that of the last ten seconds, and not known in the first one', () => {
    const pace = new Pace()
    for (let atMs = 0; atMs <= 20_000; atMs += 100)
      pace.take({ step: 'x', done: atMs < 10_000 ? 0 : atMs }, atMs)
    expect(pace.perSecond(20_000, 20_000)).toBeGreaterThan(900)
    const young = new Pace()
    young.take({ step: 'x', done: 0 }, 0)
    expect(young.perSecond(100, 900)).toBeUndefined()
    expect(young.perSecond(100, 1000)).toBe(100)
  })

  test('begins anew with each step', () => {
    const pace = new Pace()
    pace.take({ step: 'one', done: 0 }, 0)
    pace.take({ step: 'two', done: 5000 }, 5000)
    expect(pace.perSecond(5000, 5500)).toBeUndefined()
  })
})
