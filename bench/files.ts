import { availableParallelism, loadavg } from 'node:os'
import { table } from './report.ts'
import { benchCompress, benchUnzip } from './files/archive.ts'
import { benchListing } from './files/listing.ts'
import { benchChunkMemory, benchMemory } from './files/memory.ts'
import type { Outcome } from './files/outcome.ts'
import { benchPage } from './files/page.ts'
import { benchSmallDownloads, benchSmallUploads } from './files/small.ts'
import { benchComplete, benchDownload, benchSimple, benchUpload } from './files/transfer.ts'
import { benchCopyAndDelete, benchMove } from './files/tree.ts'
import { openWorld, type World } from './files/world.ts'

// Files over their own origin, each measurement beside other programs that do the job, in the same run and in turns. Every
// row has a server of its own, so that none inherits what another left in memory, on disk or in the queue.

const rows: Readonly<Record<string, (world: World) => Promise<Outcome[]>>> = {
  upload: benchUpload,
  simple: benchSimple,
  complete: benchComplete,
  download: benchDownload,
  'small-uploads': benchSmallUploads,
  'small-downloads': benchSmallDownloads,
  copy: benchCopyAndDelete,
  move: benchMove,
  compress: benchCompress,
  unzip: benchUnzip,
  listing: benchListing,
  page: benchPage,
  memory: benchMemory,
  'chunk-memory': benchChunkMemory,
}

/** `npm run bench -- files`, or with the names of rows: `npm run bench -- files copy move`. */
export async function benchFiles(names: readonly string[]): Promise<void> {
  const chosen = names.length > 0 ? names : Object.keys(rows)
  const unknown = chosen.find((name) => !(name in rows))
  if (unknown !== undefined) {
    throw new Error(`Unknown row "${unknown}". Use: ${Object.keys(rows).join(', ')}.`)
  }
  const lines: (readonly string[])[] = []
  for (const name of chosen) {
    const load = loadavg()[0]?.toFixed(1)
    console.log(`- ${name} (load ${load} on ${availableParallelism()} processors before it)`)
    for (const outcome of await benchRow(name)) {
      const met = outcome.met === undefined ? '' : outcome.met ? 'met' : 'MISSED'
      const line = [outcome.what, outcome.bureau, outcome.peer, outcome.ratio, outcome.goal, met]
      console.log(`  ${line.filter((cell) => cell !== '').join(' | ')}`)
      lines.push(line)
    }
  }
  console.log(`\n${table(['what', 'Bureau', 'beside', 'ratio', 'goal', ''], lines)}`)
}

async function benchRow(name: string): Promise<Outcome[]> {
  const world = await openWorld()
  try {
    return (await rows[name]?.(world)) ?? []
  } finally {
    await world.close()
  }
}
