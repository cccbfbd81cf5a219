import { describe, expect, test } from 'vitest'
import { displayPhone, parsePhone, parseRecipient } from './phone.ts'

describe('phone numbers', () => {
  test.each([
    ['2025550123', '+12025550123'],
    ['(202) 555-0123', '+12025550123'],
    ['12025550123', '+12025550123'],
    ['+12025550123', '+12025550123'],
    ['+44 7400 123456', '+447400123456'],
    ['+4915123456789', '+4915123456789'],
    ['tel:+1-202-555-0123', '+12025550123'],
    ['202.555.0123', '+12025550123'],
    ['+1 202 555 0123', '+12025550123'],
    ['+1 809 555 0123', '+18095550123'],
    ['+1 670 234 5678', '+16702345678'],
    ['٢٠٢٥٥٥٠١٢٣', '+12025550123'],
    ['８００2345678', '+18002345678'],
  ])('%s is %s', (text, phone) => {
    expect(parsePhone(text)).toBe(phone)
  })

  test.each([
    '',
    '911',
    '32665',
    '5550123',
    '+1999',
    '+00000000000',
    '+15551234567',
    '+12025550123456789',
    '+1202555012x',
    '2O25550123',
    'call 2025550123',
    '2025550123 ext 5',
    '+1 202 555 0123 x5',
    '+1 555 123 4567',
    '+',
    '++12025550123',
    '+1 202 555 0123 4',
    '0012025550123456',
    '202555012',
    '-2025550123',
    '2025550123;2025550124',
    '2025550123, 2025550124',
    '{"number":"2025550123"}',
    'null',
    '1e10',
    '2025550123\n',
    ' 2025550123',
    'tel:+1-202-555-0123;ext=5',
    'tel:',
    'tel:tel:2025550123',
    'sms:2025550123',
    '+12025550123\u0000',
    '\u202E+12025550123',
    '+'.repeat(1000),
    '1'.repeat(100_000),
  ])('"%s" is not a number', (text) => {
    expect(parsePhone(text)).toBeUndefined()
  })

  test('premium-rate numbers cannot be texted, but can text us', () => {
    expect(parseRecipient('+19005550123')).toBeUndefined()
    expect(parsePhone('+19005550123')).toBe('+19005550123')
    expect(parseRecipient('+12025550123')).toBe('+12025550123')
  })

  test('are shown in national form in North America and in international form elsewhere', () => {
    expect(displayPhone('+12025550123')).toBe('(202) 555-0123')
    expect(displayPhone('+447400123456')).toBe('+44 7400 123456')
  })
})
