import { describe, expect, test } from 'vitest'
import { folded, leftOut, mayBePhone, namedIn, recipientsIn, withRecipients } from './recipients.ts'

describe('recipientsIn', () => {
  test.each([
    ['+12025550101', ['+12025550101']],
    ['(202) 555-0101', ['(202) 555-0101']],
    ['+12025550101, 2025550102; 202 555 0103', ['+12025550101', '2025550102', '202 555 0103']],
    ['+12025550101\r\n+12025550102\n\n', ['+12025550101', '+12025550102']],
    ['+12025550101 +12025550102', ['+12025550101', '+12025550102']],
    ['+12025550101 2025550102 2025550103', ['+12025550101', '2025550102', '2025550103']],
    ['+1 202 555 0101', ['+1 202 555 0101']],
    ['tel:+12025550101\tAnn', ['+12025550101', 'Ann']],
    [' ,;\n', []],
  ])('finds those of %j', (text, entries) => {
    expect(recipientsIn(text)).toEqual(entries)
  })
})

test('mayBePhone refuses what cannot be one', () => {
  for (const entry of ['+12025550101', '(202) 555-0101', '202.555.0101', '+44 20 7946 0958'])
    expect(mayBePhone(entry), entry).toBe(true)
  for (const entry of ['', 'Ann', '12', '911', '+1 202 555 01O1', 'call 2025550101', '1234567890123456'])
    expect(mayBePhone(entry), entry).toBe(false)
})

test('withRecipients adds each number once, in whatever form', () => {
  const added = ['(202) 555-0101', '1 202 555 0101', '+12025550102', '+1 202 555 0102']
  expect(withRecipients(['+12025550101'], added)).toEqual(['+12025550101', '+12025550102'])
  expect([folded('Ann'), folded('+44 20 7946 0958')]).toEqual(['ann', '+442079460958'])
})

test('namedIn finds the entries that the server refuses', () => {
  const long = `+${'1'.repeat(60)}`
  const message = `These are not phone numbers that can be texted: "555", "${long.slice(0, 40)}".`
  expect(namedIn(message, ['555', '5551', long])).toEqual(['555', long])
})

test('leftOut is the end of the list that was not accepted', () => {
  const entries = ['(202) 555-0101', '2025550102', '+12025550103', '+44 (0)20 7946 0958']
  expect(leftOut(entries, [{ phone: '+12025550101' }, { phone: '+12025550102' }], 2)).toEqual(
    entries.slice(2),
  )
  expect(leftOut(entries, [{ phone: '+12025550101' }], 0)).toEqual([])
})
