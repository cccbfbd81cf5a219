import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawThumbnail } from './draw.ts'
import { until } from '../../../test/until.ts'

const rootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

/** A file of `/proc/<pid>`; empty when the process is gone. */
function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** What the system says of the drawing processes that this one started. */
const drawingProcesses = (): readonly string[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && procFile(pid, 'cmdline').includes('draw-process.ts'))
    .map((pid) => procFile(pid, 'status'))
    .filter((status) => status.includes(`PPid:\t${process.pid}\n`))

describe.runIf(rootOnLinux)('the drawing process of a server that root started on Linux', () => {
  test('has none of the rights of root, nor an account that others have, and draws', async () => {
    const picture = new PassThrough()
    const drawing = drawThumbnail(picture)
    const id = 65_533
    const status = await until(() => drawingProcesses().find((lines) => lines.includes(`Uid:\t${id}\t`)))
    const ids = [id, id, id, id].join('\t')
    for (const line of [
      `Uid:\t${ids}`,
      `Gid:\t${ids}`,
      'CapEff:\t0000000000000000',
      'CapPrm:\t0000000000000000',
    ])
      expect(status).toContain(`${line}\n`)
    expect(/^Groups:\s*$/m.test(status)).toBe(true)
    const red = { width: 900, height: 600, channels: 3, background: '#f00' } as const
    picture.end(await sharp({ create: red }).png().toBuffer())
    expect(await sharp(await drawing).metadata()).toMatchObject({ format: 'webp', width: 512, height: 341 })
  })
})
