import { describe, expect, test } from 'vitest'
import { nextStep, stepOf, type Scheduled } from './schedule.ts'

const megabyte = 1024 * 1024
const now = 1_000_000

const scheduled = (changes: Partial<Scheduled> = {}): Scheduled => ({
  phase: 'queued',
  elsewhere: false,
  file: new File([], 'a.txt'),
  session: undefined,
  size: 10,
  requests: 0,
  retryAt: 0,
  sent: false,
  uploadKey: undefined,
  ...changes,
})

const session = (...missing: number[]) => ({ uploadKey: 'key', chunkBytes: 5 * megabyte, missing })
const step = (changes: Partial<Scheduled>, opensAt = 0) => stepOf(scheduled(changes), now, opensAt)

describe('the next step of an upload', () => {
  test('is the whole file below 5 MB, and else opening, chunks, and completing', () => {
    const size = 5 * megabyte
    expect(step({ size: 0 })).toBe('whole')
    expect(step({ size: size - 1 })).toBe('whole')
    expect(step({ size })).toBe('open')
    expect(step({ size, requests: 1 })).toBeUndefined()
    expect(step({ size, session: session(1, 2), requests: 2 })).toBe('chunk')
    expect(step({ size, session: session(), requests: 1 })).toBeUndefined()
    expect(step({ size, session: session() })).toBe('complete')
    expect(step({ size, session: session(), sent: true })).toBe('replace')
  })

  test('is none while it is paused, waits, is in another tab, or has no file', () => {
    expect(step({ phase: 'paused' })).toBeUndefined()
    expect(step({ retryAt: now + 1 })).toBeUndefined()
    expect(step({ elsewhere: true })).toBeUndefined()
    expect(step({ file: undefined })).toBeUndefined()
  })

  test('is the whole file up to 100 MB while the server opens no more uploads', () => {
    expect(step({ size: 100 * megabyte }, now + 1)).toBe('whole')
    expect(step({ size: 101 * megabyte }, now + 1)).toBeUndefined()
    expect(step({ size: 101 * megabyte, uploadKey: 'key' }, now + 1)).toBe('open')
  })
})

test('a large file leaves requests to others, and takes all that they leave', () => {
  const large = scheduled({ size: 100 * megabyte, session: session(0, 1, 2), requests: 1 })
  const small = scheduled()
  expect(nextStep([large, small], now, 0)).toEqual({ upload: small, step: 'whole' })
  const busy = scheduled({ requests: 1 })
  expect(nextStep([busy, large], now, 0)).toEqual({ upload: large, step: 'chunk' })
  expect(nextStep([busy], now, 0)).toBeUndefined()
})
