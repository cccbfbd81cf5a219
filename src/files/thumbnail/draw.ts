import { constants, setPriority } from 'node:os'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const program = fileURLToPath(new URL('draw-process.ts', import.meta.url))

/** The process may read only its own code. */
function restrictions(): string[] {
  const library = createRequire(import.meta.url).resolve('sharp')
  const libraries = library.slice(0, library.lastIndexOf('node_modules') + 'node_modules'.length)
  return ['--permission', '--allow-addons', `--allow-fs-read=${program}`, `--allow-fs-read=${libraries}`]
}

const msMax = 20_000
const thumbnailBytesMax = 2 * 1024 * 1024
const heapMegabytesMax = 128

export class NoPicture extends Error {
  override readonly name = 'NoPicture'
}

/** In a process with little memory, time and access, because a picture may exploit the decoder. Throws NoPicture. */
export async function drawThumbnail(picture: Readable): Promise<Buffer> {
  const limits = [`--max-old-space-size=${heapMegabytesMax}`, ...restrictions()]
  const child = spawn(process.execPath, [...limits, program], {
    env: { MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1', VIPS_CONCURRENCY: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const timer = setTimeout(() => child.kill('SIGKILL'), msMax)
  try {
    const ended = once(child, 'close') as Promise<[number | null, string | null]>
    const [, drawn, [code, signal]] = await Promise.all([
      feed(picture, child.stdin),
      collect(child.stdout, () => child.kill('SIGKILL')),
      ended,
    ])
    // A signal: out of memory or time, too large a result, or a crashed decoder.
    if (code === 2 || signal !== null)
      throw new NoPicture(`The drawing process ended with ${signal ?? code}.`)
    if (code !== 0) throw new Error(`The drawing process failed with code ${code}.`)
    return drawn
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    picture.destroy()
  }
}

/** A process may exit before it has read everything; its exit code decides. */
async function feed(picture: Readable, input: NodeJS.WritableStream): Promise<void> {
  let readFailure: Error | undefined
  picture.on('error', (error) => (readFailure = error))
  await pipeline(picture, input).catch((error: unknown) => {
    if (readFailure && (error as { code?: unknown }).code !== 'EPIPE') throw readFailure
  })
}

async function collect(output: Readable, tooLong: () => void): Promise<Buffer> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of output as AsyncIterable<Buffer>) {
    pieces.push(piece)
    sizeBytes += piece.length
    if (sizeBytes > thumbnailBytesMax) {
      tooLong()
      return Buffer.alloc(0)
    }
  }
  return Buffer.concat(pieces)
}
