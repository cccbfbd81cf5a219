import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { testClock } from '../../../test/database.ts'
import { systemRandom } from '../random.ts'
import { openVault } from '../secrets/vault.ts'
import { readCookie, writeCookie, type SealedCookie } from './sealed-cookie.ts'

const cookie: SealedCookie<{ word: string }> = {
  name: 'sample',
  value: z.object({ word: z.string() }),
  seconds: 60,
  sameSite: 'Lax',
}
const value = { word: 'secret' }
const content = { subject: 'box', value, path: '/box', origin: 'http://box.test' }

const newParts = () => ({ vault: openVault([systemRandom.bytes(32)]), clock: testClock() })

/** What a browser sends back. */
const sent = (written: string): string => written.split(';')[0] ?? ''

describe('a sealed cookie', () => {
  const parts = newParts()
  const header = sent(writeCookie(parts, cookie, content))
  const read = (text: string | undefined, subject = 'box') => readCookie(parts, cookie, subject, text)

  test('comes back as it was, among others', () => {
    expect(read(header)).toEqual(value)
    expect(read(`other=1; ${header}; sample=x`)).toEqual(value)
    expect(read(`sample=x; ${header}`)).toEqual(value)
    expect(read(undefined)).toBeUndefined()
  })

  test('is for one path, for a limited time, and not for scripts', () => {
    const written = writeCookie(parts, cookie, content)
    expect(written).toMatch(/^sample=[\w-]+; Path=\/box; Max-Age=60; HttpOnly; SameSite=Lax$/)
    expect(Buffer.from(header.slice(7), 'base64url').toString('latin1')).not.toContain('secret')
    expect(writeCookie(parts, { ...cookie, sameSite: 'Strict' }, content)).toContain('SameSite=Strict')
  })

  test('bears the port of its installation, whose neighbours on the host have cookies of their own', () => {
    const origin = 'http://box.test:9081'
    const own = writeCookie(parts, cookie, { ...content, origin })
    expect(own).toMatch(/^sample_9081=/)
    const neighbour = sent(writeCookie(newParts(), cookie, { ...content, origin: 'http://box.test:7081' }))
    expect(read(`${neighbour}; ${sent(own)}`)).toEqual(value)
    expect(read(neighbour)).toBeUndefined()
  })

  test('is Secure where pages are https', () => {
    const written = writeCookie(parts, cookie, { ...content, origin: 'https://box.test' })
    expect(written).toMatch(/; Secure$/)
  })

  test('means nothing when any of its bytes was changed', () => {
    const sealed = Buffer.from(header.slice(7), 'base64url')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(read(`sample=${changed.toString('base64url')}`)).toBeUndefined()
    }
    for (const forged of ['', 'x', '%00', '"'.repeat(20), header.slice(7, -2)])
      expect(read(`sample=${forged}`)).toBeUndefined()
  })

  test('means nothing for another page, under another name or with another key', () => {
    expect(read(header, 'other')).toBeUndefined()
    const other = { ...cookie, name: 'other' }
    expect(readCookie(parts, other, 'box', header.replace('sample', 'other'))).toBeUndefined()
    expect(readCookie(newParts(), cookie, 'box', header)).toBeUndefined()
  })

  test('means nothing when it holds a value of another shape', () => {
    const older: SealedCookie<number> = { ...cookie, value: z.number() }
    expect(read(sent(writeCookie(parts, older, { ...content, value: 1 })))).toBeUndefined()
  })

  test('ends with its time, whatever the browser keeps', () => {
    parts.clock.advance(59_999)
    expect(read(header)).toEqual(value)
    parts.clock.advance(1)
    expect(read(header)).toBeUndefined()
  })
})
