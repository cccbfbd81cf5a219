import { Problem } from '../../api/problem.ts'
import { send } from '../../api/pages/answer.ts'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import { folderDownload } from '../archive/folder-download.ts'
import type { Item } from '../item/model.ts'
import { problem } from './problems.ts'
import { linkSite } from './site.ts'
import {
  storedBytes,
  entryParams,
  findEntry,
  recordVisit,
  flowKeysOf,
  viewOf,
  type Visitor,
} from './visitor.ts'

export const downloadEntry = linkSite.page('downloadEntry', {
  method: 'GET',
  path: ['/{link}/download', '/{link}/e/{entry}/download'],
  who: 'unlocked',
  params: entryParams,
  problems: ['too_large'],
  async handle({ params }, context) {
    const { caller, visit } = context
    const entry = await findEntry(context, params.entry)
    const file = await downloadOf(context, caller, entry, visit.signal)
    return send(file, {
      seen: () => recordVisit(context, caller, { action: 'download', entryId: entry.id }),
    })
  },
})

/** Keeps browsers from opening the file. */
const anyBytes = 'application/octet-stream'

async function downloadOf(
  context: Context,
  caller: Visitor,
  entry: Item,
  signal: AbortSignal,
): Promise<Download> {
  if (entry.type === 'file') return storedBytes(context, caller, entry, anyBytes)
  try {
    return await folderDownload(context, viewOf(caller), entry.id, { flowKeys: flowKeysOf(caller), signal })
  } catch (error) {
    throw error instanceof Problem ? pageProblem(error) : error
  }
}

const pageProblem = ({ status }: Problem): Problem =>
  status === 404 ? problem.unknown_path() : problem.too_large()
