import { describe, expect, test } from 'vitest'
import { addressAllowed, judgeOrigin, parseDomain, parseRange } from './restriction.ts'

const ranges = (...texts: string[]) =>
  texts.map((text) => parseRange(text) ?? expect.fail(`${text} is no range`))

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

  test('are refused when they are no address or range', () => {
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

describe('domain restrictions', () => {
  test.each([
    ['https://example.com', 'allowed'],
    ['https://EXAMPLE.com:8443', 'allowed'],
    ['http://example.com', 'allowed'],
    ['https://a.example.org', 'allowed'],
    ['https://a.b.example.org', 'allowed'],
    ['https://example.org', 'allowed'],
    ['https://www.example.com', 'blocked'],
    ['https://evilexample.org', 'blocked'],
    ['https://example.org.evil.test', 'blocked'],
    ['https://example.com@evil.test', 'blocked'],
    ['https://evil.test@example.com', 'blocked'],
    ['null', 'blocked'],
    ['', 'blocked'],
    ['file://example.com', 'blocked'],
  ])('Origin %s is %s', (origin, verdict) => {
    expect(judgeOrigin({ origin, referer: undefined }, ['example.com', '*.example.org'])).toBe(verdict)
  })

  test('take the Referer only where there is no Origin', () => {
    const domains = ['example.com']
    expect(judgeOrigin({ origin: undefined, referer: 'https://example.com/a?b' }, domains)).toBe('allowed')
    expect(judgeOrigin({ origin: 'https://evil.test', referer: 'https://example.com/' }, domains)).toBe(
      'blocked',
    )
    expect(judgeOrigin({ origin: undefined, referer: undefined }, domains)).toBe('missing')
  })

  test('are host names in lower case, or such with *. in front', () => {
    expect(parseDomain(' *.Example.COM ')).toBe('*.example.com')
    for (const text of ['', '*', '*.', 'https://example.com', 'a..b', 'a/b', '-a.com', '**.a.com', 'a b']) {
      expect(parseDomain(text), text).toBeUndefined()
    }
  })
})
