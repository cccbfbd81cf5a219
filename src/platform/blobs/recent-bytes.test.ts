import { describe, expect, test } from 'vitest'
import { openRecentBytes } from './recent-bytes.ts'

describe('recent bytes', () => {
  test('are found under their name, with the key of their blob', () => {
    const recent = openRecentBytes()
    recent.keep('a', { key: 'first', bytes: Buffer.from('one') })
    recent.keep('b', { key: 'empty', bytes: Buffer.alloc(0) })
    expect(recent.find('a')).toEqual({ key: 'first', bytes: new Uint8Array(Buffer.from('one')) })
    expect(recent.find('b')).toEqual({ key: 'empty', bytes: new Uint8Array(0) })
    expect(recent.find('c')).toBeUndefined()
    recent.keep('a', { key: 'second', bytes: Buffer.from('two') })
    expect(recent.find('a')?.key).toBe('second')
  })

  test('keep no more memory than they have', () => {
    const recent = openRecentBytes()
    const corner = Buffer.alloc(1024 * 1024).subarray(10, 20)
    recent.keep('a', { key: 'first', bytes: corner })
    expect(recent.find('a')?.bytes.buffer.byteLength).toBe(10)
  })

  test('of 16 MiB are kept, those that were used last', () => {
    const recent = openRecentBytes()
    const bytes = Buffer.alloc(16 * 1024)
    recent.keep('used', { key: 'used', bytes })
    for (let index = 0; index < 2000; index++) {
      recent.keep(`${index}`, { key: `${index}`, bytes })
      recent.find('used')
    }
    expect(recent.find('used')).toBeDefined()
    expect(recent.find('0')).toBeUndefined()
    const kept = Array.from({ length: 2000 }, (_, index) => recent.find(`${index}`)).filter(Boolean).length
    expect(kept * bytes.length).toBeGreaterThan(15 * 1024 * 1024)
    expect(kept * bytes.length).toBeLessThan(16 * 1024 * 1024)
  })

  test('of nothing are bounded too', () => {
    const recent = openRecentBytes()
    for (let index = 0; index < 40_000; index++)
      recent.keep(`${index}`, { key: `${index}`, bytes: Buffer.alloc(0) })
    expect(recent.find('0')).toBeUndefined()
    expect(recent.find('39999')).toBeDefined()
  })
})
