import { describe, expect, test } from 'vitest'
import { columns, commandLines, wrapped } from './layout.ts'

describe('wrapped text', () => {
  test('breaks between words after at most 80 characters', () => {
    const words = Array.from({ length: 40 }, (_, index) => 'x'.repeat(1 + (index % 9)))
    const lines = wrapped(words.join(' '), 4, 8)
    expect(lines.every((line) => line.length <= 80)).toBe(true)
    expect(lines.map((line) => line.trim()).join(' ')).toBe(words.join(' '))
    expect(lines[0]).toMatch(/^ {4}x/)
    expect(lines[1]).toMatch(/^ {8}x/)
  })

  test('keeps a word that is longer than a line', () => {
    expect(wrapped(`a ${'b'.repeat(90)} c`, 2)).toEqual(['  a', `  ${'b'.repeat(90)}`, '  c'])
  })
})

test('columns are aligned, and a wide left cell has a line of its own', () => {
  expect(
    columns(
      [
        ['--a', 'one'],
        ['--long VALUE', 'two'],
        ['--much-too-long VALUE|OTHER', 'three'],
      ],
      2,
    ),
  ).toEqual([
    '  --a           one',
    '  --long VALUE  two',
    '  --much-too-long VALUE|OTHER',
    '                three',
  ])
})

test('a long command line goes on after a backslash, and never inside of quotes', () => {
  const line = `bureau numbers add --label '${'front desk '.repeat(4)}' --phone +12025550100 --carrier simulator`
  const lines = commandLines(line, 4)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/ \\$/)
  expect(
    lines
      .join('\n')
      .replaceAll(/ \\\n +/g, ' ')
      .trim(),
  ).toBe(line)
})
