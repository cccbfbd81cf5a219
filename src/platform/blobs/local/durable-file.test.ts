import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { durableFile } from './durable-file.ts'

const mebibyte = 1024 * 1024

async function openFile() {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-durable-'))
  const handle = await open(join(directory, 'file'), 'wx+')
  onTestFinished(async () => {
    await handle.close()
    await rm(directory, { recursive: true })
  })
  return { handle }
}

describe('a file flushed while it is written', () => {
  test('reports a flush that failed on the way even when the last one succeeds', async () => {
    const { handle } = await openFile()
    let flushes = 0
    const datasync = async (): Promise<void> => {
      flushes += 1
      const first = flushes === 1
      await handle.datasync()
      if (first) throw new Error('The disk lost a page.')
    }
    const file = durableFile({ write: handle.write.bind(handle), datasync })
    await file.write(Buffer.alloc(16 * mebibyte), 0)
    expect(flushes).toBe(1)
    await expect(file.flush()).rejects.toThrow('The disk lost a page.')
  })

  test.for([
    { sizes: [], flushes: 1 },
    { sizes: [16], flushes: 1 },
    { sizes: [16, 1], flushes: 2 },
  ])(
    'flushes $flushes times after $sizes MiB: nothing twice, and nothing not at all',
    async ({ sizes, flushes }) => {
      const { handle } = await openFile()
      let flushed = 0
      const datasync = async (): Promise<void> => {
        flushed += 1
        await handle.datasync()
      }
      const file = durableFile({ write: handle.write.bind(handle), datasync })
      for (const size of sizes) await file.write(Buffer.alloc(size * mebibyte), 0)
      await file.flush()
      expect(flushed).toBe(flushes)
    },
  )

  test('writes on at the right place when the system takes only a part', async () => {
    const { handle } = await openFile()
    const write = (bytes: Buffer, from: number, length: number, at: number) =>
      handle.write(bytes, from, Math.min(length, 7), at)
    const file = durableFile({ write: write as typeof handle.write, datasync: () => handle.datasync() })
    await file.write(Buffer.from('written in several parts'), 3)
    await file.flush()
    expect((await handle.readFile()).toString()).toBe('\0\0\0written in several parts')
  })
})
