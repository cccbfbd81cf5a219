import { describe, expect, test } from 'vitest'
import { judgeOrigin, parseDomain } from './restriction.ts'

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

  test('take the Referer only without an Origin', () => {
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
