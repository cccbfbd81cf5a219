import { benchCompress, benchUnzip } from './files/archive.ts'
import { benchListing } from './files/listing.ts'
import { benchChunkMemory, benchMemory } from './files/memory.ts'
import { benchPage } from './files/page.ts'
import { benchSmallDownloads, benchSmallUploads } from './files/small.ts'
import { benchComplete, benchDownload, benchSimple, benchUpload } from './files/transfer.ts'
import { benchCopyAndDelete, benchMove } from './files/tree.ts'
import { benchRows, type Rows } from './rows.ts'
import { openWorld, type World } from './files/world.ts'

// Files over their own origin, each measurement beside other programs that do the job, in the same run and in turns. Every
// row has a server of its own, so that none inherits what another left in memory, on disk or in the queue.

const rows: Rows<World> = {
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
export const benchFiles = (names: readonly string[]): Promise<void> => benchRows(names, rows, openWorld)
