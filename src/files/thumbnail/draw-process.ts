import process from 'node:process'
import sharp from 'sharp'

/*
 * The program of a process that makes one thumbnail: the picture comes on standard input, a WebP goes to standard
 * output. It ends with 0, or with 2 when the picture cannot be shown. What it may use is limited by the one who starts it,
 * and here: only these formats, so many pixels, so much memory, and nothing that root may do.
 */

/** No account has this id: the process owns nothing, and shares it neither with the database nor with anything else. */
const unprivilegedId = 65_533

const pixelsMax = 50_000_000
const sideMax = 512
const residentBytesMax = 512 * 1024 * 1024
const lookEveryMs = 25

const watch = setInterval(() => {
  // Pictures are decoded outside of the heap that Node can limit.
  if (process.memoryUsage.rss() > residentBytesMax) process.kill(process.pid, 'SIGKILL')
}, lookEveryMs)

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
})

async function draw(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: pixelsMax, sequentialRead: true, failOn: 'error' })
  // Turned upright as its metadata say, which are then dropped: sharp writes none unless told to.
  return picture
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

/**
 * Gives up the rights of root for good. Not before the program and its libraries are loaded, which may lie in a directory
 * that is closed to others, and before the first byte of the picture is read.
 */
function dropRights(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(unprivilegedId)
  process.setuid?.(unprivilegedId)
}

dropRights()
const pieces: Buffer[] = []
for await (const piece of process.stdin) pieces.push(piece as Buffer)
try {
  process.stdout.write(await draw(Buffer.concat(pieces)))
} catch {
  process.exitCode = 2
}
clearInterval(watch)
