import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { differenceOf, digestsOf } from './digest.ts'
import { sha256 } from './sha256.ts'

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('SHA-256 without the browser is the same', () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 65_536]) {
    const bytes = randomBytes(size)
    expect(sha256(bytes), String(size)).toBe(digest(bytes))
  }
})

test('digests are of the first and the last 64 KB', async () => {
  const edge = 65_536
  const bytes = randomBytes(3 * edge)
  expect(await digestsOf(new Blob([bytes]))).toEqual({
    head: digest(bytes.subarray(0, edge)),
    tail: digest(bytes.subarray(2 * edge)),
  })
  const short = bytes.subarray(0, 100)
  expect(await digestsOf(new Blob([short]))).toEqual({ head: digest(short), tail: digest(short) })
})

describe('a file that is chosen again', () => {
  const file = (text: string, lastModified = 1000) => new File([text], 'a.txt', { lastModified })

  test('is the same if size, date, and both ends are', async () => {
    const began = { size: 5, modified: 1000, digests: await digestsOf(file('Hello')) }
    expect(await differenceOf(began, file('Hello'))).toBeUndefined()
    expect(await differenceOf(began, file('Hello!'))).toContain('size')
    expect(await differenceOf(began, file('Hello', 2000))).toContain('another time')
    expect(await differenceOf(began, file('Hallo'))).toContain('content')
    expect(await differenceOf({ ...began, digests: undefined }, file('Hallo'))).toBeUndefined()
  })
})
