import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test('a text from outside is quoted without anything that acts on a terminal or a page', () => {
  expect(quoted('übung 👩‍👩‍👧.txt')).toBe('"übung 👩‍👩‍👧.txt"')
  expect(quoted('a"\n\u001b[2J\u0000')).toBe(String.raw`"a\"\n\u001b[2J\u0000"`)
  expect(quoted('\u007f\u0085\u202e\u2066\u2028\ufeff\ud800')).toBe(
    String.raw`"\u007f\u0085\u202e\u2066\u2028\ufeff\ud800"`,
  )
  expect(quoted('😀'.repeat(101))).toBe(`"${'😀'.repeat(100)}"`)
  expect(quoted('abcdef', 3)).toBe('"abc"')
})
