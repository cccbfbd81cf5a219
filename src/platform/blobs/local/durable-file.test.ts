import { constants, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { bufferPool } from '../buffer-pool.ts'
import { durableFile, openPastCache } from './durable-file.ts'

const mebibyte = 1024 * 1024

async function openFile() {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-durable-'))
  const handle = await open(join(directory, 'file'), 'wx+')
  onTestFinished(async () => {
    await handle.close()
    await rm(directory, { recursive: true })
  })
  return { handle, path: join(directory, 'file') }
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

describe('a file written past the page cache', () => {
  /** Few enough that two of them are not flushed behind the writer. */
  const blocks = () => {
    const bytes = bufferPool()
      .take()
      .subarray(0, mebibyte / 2)
    systemRandom.bytes(bytes.length).copy(bytes)
    return bytes
  }

  /** Counts what goes which way; `refusal` is what the way past the cache answers instead of writing. */
  async function watched(refusal?: NodeJS.ErrnoException) {
    const { handle, path } = await openFile()
    const past = await openPastCache(path)
    if (past) onTestFinished(() => past.close())
    const ways: string[] = []
    const through = (way: string, to: typeof handle) =>
      ((...words: Parameters<typeof handle.write>) => {
        ways.push(way)
        if (way === 'past' && refusal) return Promise.reject(refusal)
        return to.write(...words)
      }) as typeof handle.write
    const datasync = () => {
      ways.push('flush')
      return handle.datasync()
    }
    const file = durableFile(
      { write: through('cache', handle), datasync },
      { write: through('past', past ?? handle) },
    )
    return { file, ways, read: () => handle.readFile() }
  }

  test.runIf(process.platform === 'linux')('is opened so where the file system can', async () => {
    const { path } = await openFile()
    const past = await openPastCache(path)
    if (!past) {
      await expect(open(path, constants.O_RDWR | constants.O_DIRECT)).rejects.toMatchObject({
        code: 'EINVAL',
      })
      return
    }
    const flags = /^flags:\t(\d+)$/m.exec(await readFile(`/proc/self/fdinfo/${past.fd}`, 'utf8'))?.[1]
    await past.close()
    expect(Number.parseInt(flags ?? '', 8) & constants.O_DIRECT).toBe(constants.O_DIRECT)
  })

  test('has its whole blocks there and the rest in the cache, in whatever order they come', async () => {
    const { file, ways, read } = await watched()
    const [first, second, tail] = [blocks(), blocks(), Buffer.from('the end of it')]
    await file.write(tail, first.length + second.length)
    await file.write(second, first.length)
    await file.write(first, 0)
    await file.flush()
    expect(ways).toEqual(['cache', 'past', 'past', 'flush'])
    expect((await read()).equals(Buffer.concat([first, second, tail]))).toBe(true)
  })

  test('is flushed after what went past too, since the disk has a cache of its own', async () => {
    const { file, ways } = await watched()
    await file.write(blocks(), 0)
    await file.flush()
    await file.flush()
    expect(ways).toEqual(['past', 'flush'])
  })

  test('is flushed again when a flush began while it was being written', async () => {
    const { handle } = await openFile()
    const slow = Promise.withResolvers<void>()
    const ways: string[] = []
    const write = async (bytes: Buffer, from: number, length: number, at: number) => {
      if (at === 0) await slow.promise
      ways.push(`write at ${at}`)
      return handle.write(bytes, from, length, at)
    }
    const datasync = () => {
      ways.push('flush')
      return handle.datasync()
    }
    const file = durableFile({ write: write as typeof handle.write, datasync })
    const first = file.write(Buffer.from('first'), 0)
    await file.write(Buffer.alloc(4 * mebibyte), 4 * mebibyte)
    slow.resolve()
    await first
    await file.flush()
    expect(ways).toEqual(['write at 4194304', 'flush', 'write at 0', 'flush'])
  })

  test.for(['EINVAL', 'ENOTSUP'])('goes on through the cache after %s', async (code) => {
    const { file, ways, read } = await watched(Object.assign(new Error('refused'), { code }))
    const bytes = blocks()
    await file.write(bytes, 0)
    await file.write(bytes, bytes.length)
    expect(ways).toEqual(['past', 'cache', 'cache'])
    expect((await read()).equals(Buffer.concat([bytes, bytes]))).toBe(true)
  })

  test('fails when the disk does', async () => {
    const { file } = await watched(Object.assign(new Error('broken'), { code: 'EIO' }))
    await expect(file.write(blocks(), 0)).rejects.toThrow('broken')
  })

  test('takes memory that does not begin at a page all the same', async () => {
    const { file, read } = await watched()
    const odd = Buffer.allocUnsafeSlow(mebibyte)
    systemRandom.bytes(odd.length).copy(odd)
    await file.write(odd, 0)
    await file.flush()
    expect((await read()).equals(odd)).toBe(true)
  })
})
