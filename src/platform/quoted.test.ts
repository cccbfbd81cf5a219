import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test('text from outside is quoted with its invisible characters named, and cut', () => {
  expect(quoted('übung 👩‍👩‍👧.txt')).toBe('"übung 👩‍👩‍👧.txt"')
  expect(quoted('علی\u200cرضا ❤️')).toBe('"علی\u200cرضا ❤️"')
  expect(quoted('a\n\u001b[2J\u0000')).toBe('"a<U+000A><U+001B>[2J<U+0000>"')
  expect(quoted('\u007f\u0085\u202e\u2066\u2028\ufeff\ud800')).toBe(
    '"<U+007F><U+0085><U+202E><U+2066><U+2028><U+FEFF><U+D800>"',
  )
  expect(quoted('+1 202\u{2066}555\t')).toBe('"+1 202<U+2066>555<U+0009>"')
  expect(quoted('1\u200d2\u{E0001}')).toBe('"1<U+200D>2<U+E0001>"')
  expect(quoted('😀'.repeat(101))).toBe(`"${'😀'.repeat(100)}"`)
  expect(quoted('abcdef', 3)).toBe('"abc"')
})
