import { describe, expect, test } from 'vitest'
import { serverArguments, sharedBuffersMiB } from './settings.ts'

const gibibyte = 1024 ** 3

describe('the settings of the embedded PostgreSQL', () => {
  test.each([
    [0.25 * gibibyte, 128],
    [2 * gibibyte, 256],
    [3.3 * gibibyte, 422],
    [64 * gibibyte, 1024],
  ])('keep an eighth of %d bytes of memory for pages, within 128 MiB and 1 GiB', (memoryBytes, mebibytes) => {
    expect(sharedBuffersMiB(memoryBytes)).toBe(mebibytes)
  })

  test('are whole megabytes on the machine at hand', () => {
    const settings = serverArguments('/data/postgres', '/data', {}, true)
    const [, mebibytes] =
      /^shared_buffers=(\d+)MB$/.exec(settings.find((text) => text.startsWith('shared_buffers')) ?? '') ?? []
    expect(Number(mebibytes)).toBeGreaterThanOrEqual(128)
    expect(Number(mebibytes)).toBeLessThanOrEqual(1024)
  })

  test.each([
    [true, 'on'],
    [false, 'off'],
  ])('wait for the disk unless told otherwise: durable %s', (durable, value) => {
    const settings = serverArguments('/data/postgres', '/data', {}, durable)
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(settings).toContain(`${name}=${value}`)
    }
  })
})
