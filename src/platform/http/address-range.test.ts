import { describe, expect, test } from 'vitest'
import { addressAllowed, parseRange } from './address-range.ts'

const ranges = (...texts: string[]) =>
  texts.map((text) => parseRange(text) ?? expect.fail(`${text} is not a range`))

describe('address restrictions', () => {
  test.each([
    ['127.0.0.8', ['127.0.0.8/30'], true],
    ['127.0.0.11', ['127.0.0.8/30'], true],
    ['127.0.0.12', ['127.0.0.8/30'], false],
    ['127.0.0.7', ['127.0.0.8/30'], false],
    ['203.0.113.7', ['198.51.100.1', '203.0.113.0/24'], true],
    ['::ffff:203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.7', ['0.0.0.0/0'], true],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['::1', ['0:0:0:0:0:0:0:1'], true],
    ['::1', ['::2/128'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['203.0.113.7', ['::/0'], false],
    ['not an address', ['0.0.0.0/0', '::/0'], false],
  ])('%s in %j: %s', (address, texts, allowed) => {
    expect(addressAllowed(address, ranges(...texts))).toBe(allowed)
  })

  test('are refused when they are neither an address nor a range', () => {
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4/33',
      '::/129',
      '0x7f.1',
      '10.0.0.0/-1',
      'localhost',
      '1.2.3.4/',
    ]) {
      expect(parseRange(text), text).toBeUndefined()
    }
  })
})
