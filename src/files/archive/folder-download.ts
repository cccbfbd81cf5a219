import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import type { View } from '../view.ts'
import { shownName } from '../item/rules.ts'
import { archiveBytes } from './archive-bytes.ts'
import { withChecksums } from './checksums.ts'
import { planArchive, planSelection, type ArchivePlan } from './plan.ts'

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'database' | 'limiters'>

interface ArchiveReader {
  readonly flowKeys: FlowKeys
  readonly signal: AbortSignal
}

/**
 * A zip that is never built: files are stored uncompressed, so its length and all offsets follow from their sizes.
 * Throws `not_found`, `not_a_folder`, `too_many_items`, and `too_large` for paths too long for zip. The download breaks
 * off when a file is deleted and swept meanwhile.
 */
export const folderDownload = (
  context: Dependencies,
  view: View,
  id: string,
  reader: ArchiveReader,
): Promise<Download> =>
  archiveDownload(context, view, reader, () => planArchive(context, view, id, reader.signal))

/** `folderDownload` of several files and folders. Throws the same but `not_a_folder`. */
export const selectionDownload = (
  context: Dependencies,
  view: View,
  ids: readonly string[],
  reader: ArchiveReader,
): Promise<Download> =>
  archiveDownload(context, view, reader, () => planSelection(context, view, ids, reader.signal))

async function archiveDownload(
  context: Dependencies,
  { workspaceId }: View,
  { flowKeys, signal }: ArchiveReader,
  makePlan: () => Promise<ArchivePlan>,
): Promise<Download> {
  const plan = await context.limiters.plans.run(flowKeys, makePlan, { signal })
  return {
    sizeBytes: plan.sizeBytes,
    etag: plan.etag,
    // A deleted item leaves no time behind, so an older date could be wrong.
    modifiedAt: context.clock.now(),
    mediaType: 'application/zip',
    fileName: `${shownName(plan.folderName)}.zip`,
    open: async (range) => {
      const entries = await withChecksums(context, { workspaceId, flowKeys }, plan.entries, signal)
      plan.entries = entries
      return archiveBytes(context.blobs, entries, range)
    },
  }
}
