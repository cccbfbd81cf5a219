import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/* Makes one thumbnail from standard input to standard output; exits with 2 for an invalid picture. */

/** No account has this id, so the process owns no file and cannot touch other processes. */
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
  // Rotated by its metadata, which sharp then drops.
  return picture
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

/** Before the picture is read, but after the code is loaded, which may be in a directory closed to others. */
function dropRights(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(unprivilegedId)
  process.setuid?.(unprivilegedId)
}

dropRights()
const picture = await buffer(process.stdin)
try {
  process.stdout.write(await draw(picture))
} catch {
  process.exitCode = 2
}
clearInterval(watch)
