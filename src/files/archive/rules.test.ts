import { describe, expect, test } from 'vitest'
import type { TreeItem } from './entries.ts'
import { archiveName, requireCompressible } from './rules.ts'

const gibibyte = 1024 ** 3

const tree = (sizes: readonly number[]): TreeItem[] => sizes.map((size) => ({ size }) as TreeItem)

describe('the name of an archive', () => {
  const blocked = new Set(['exe'])

  test('is the name with .zip', () => {
    expect(archiveName('notes', blocked)).toBe('notes.zip')
    expect(archiveName('a.txt', blocked)).toBe('a.txt.zip')
    expect(archiveName('a.zip', blocked)).toBe('a.zip.zip')
  })

  test('has no more than 255 characters', () => {
    expect(archiveName('x'.repeat(251), blocked)).toBe(`${'x'.repeat(251)}.zip`)
    expect(archiveName('😀'.repeat(255), blocked)).toBe(`${'😀'.repeat(251)}.zip`)
  })

  test('that files must not have is compress_failed', () => {
    expect(() => archiveName('setup.exe', blocked)).toThrow(
      expect.objectContaining({ status: 400, code: 'compress_failed' }),
    )
  })
})

describe('requireCompressible', () => {
  const refusal = (sizes: readonly number[], room = Infinity) => {
    try {
      requireCompressible(tree(sizes), room)
      return undefined
    } catch (error) {
      return error
    }
  }

  test('is 10,000 items beneath a folder, else too_many_items', () => {
    expect(refusal(Array<number>(10_001).fill(0))).toBeUndefined()
    expect(refusal(Array<number>(10_002).fill(0))).toMatchObject({ status: 413, code: 'too_many_items' })
  })

  test('is 10 GB, else too_large', () => {
    expect(refusal([0, 6 * gibibyte, 4 * gibibyte])).toBeUndefined()
    expect(refusal([0, 6 * gibibyte, 4 * gibibyte, 1])).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('must fit, else quota_exceeded', () => {
    expect(refusal([0, 500, 500], 1000)).toBeUndefined()
    expect(refusal([0, 500, 501], 1000)).toMatchObject({ status: 413, code: 'quota_exceeded' })
  })
})
