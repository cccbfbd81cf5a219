import process from 'node:process'
import sharp from 'sharp'

/*
 * The program of a process that makes one thumbnail: the picture comes on standard input, a WebP goes to standard
 * output. It exits with 0, or with 2 when the picture cannot be shown. Its parent limits what it may use, and so do the
 * settings here: only these formats, so many pixels, so much memory, and none of the rights of root.
 */

/** No account has this id: the process owns no file, and cannot touch the database or other processes. */
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
  // Rotated as its metadata say, which are then dropped: sharp writes none by default.
  return picture
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

/**
 * Drops the rights of root for good, before the first byte of the picture is read. The program and its libraries are
 * loaded by then: they may be in a directory that is closed to other users.
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
