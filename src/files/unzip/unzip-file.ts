import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { BlobMissing } from '../../platform/blobs/store.ts'
import { annotated } from '../../api/result.ts'
import { readArchive, type Archive } from '../../platform/zip/read/archive.ts'
import { ArchiveFault } from '../../platform/zip/read/fault.ts'
import { storeFault } from '../blob/store-fault.ts'
import { File, ItemId } from '../item/model.ts'
import { blockedExtensionOf } from '../item/rules.ts'
import { findContent } from '../item/store.ts'
import { progressOf, type Report } from '../archive/progress.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { bytesLeft } from '../usage/rules.ts'
import { findUsage } from '../usage/store.ts'
import { limited } from '../limited.ts'
import { archiveLimit } from '../limits.ts'
import { openExtraction } from './extraction.ts'
import { publishTree } from './publication.ts'
import { filesOf, planUnzip, unzipEntriesMax, unzipMessage } from './rules.ts'
import { exampleFolder, oneArchive } from '../examples.ts'

export const unzipFile = files.endpoint('unzipFile', {
  method: 'POST',
  path: '/files/{id}/unzip',
  summary: 'Extract a .zip archive into a new folder next to it',
  description:
    'The folder is named after the archive. An archive may have at most 10,000 entries and 10 GB uncompressed, and must ' +
    'fit into the free space. Files of types that are not accepted are skipped, symbolic links become files that hold ' +
    'their target, and `../` and absolute prefixes are stripped. The files appear all at once or not at all; only when ' +
    'the free space shrinks during the extraction are some left out, and `meta.message` says so.',
  who: key('files:write'),
  limit: archiveLimit,
  params: z.object({ id: ItemId }),
  status: 201,
  result: annotated(
    File,
    z.object({ message: z.string().describe('what was extracted and what was left out') }),
  ),
  problems: [
    'not_a_file',
    'not_a_zip',
    'unzip_failed',
    'invalid_archive',
    'quota_exceeded',
    'too_many_items',
    'too_large',
  ],
  example: {
    before: [oneArchive],
    params: { id: '$ARCHIVE_ID' },
    answer: {
      data: { ...exampleFolder, name: 'report.txt' },
      meta: { message: 'Extracted 1 file and 0 folders.' },
    },
  },

  handle: ({ params }, context) => unzip(context, params.id),
})

interface Unzipped {
  readonly data: File
  readonly meta: { readonly message: string }
}

/** Throws what `unzipFile` declares. */
export const unzip = (
  context: MemberContext,
  id: string,
  report: Report = () => undefined,
): Promise<Unzipped> => limited(context, 'extractions', () => extract(context, id, report))

async function extract(context: MemberContext, id: string, report: Report): Promise<Unzipped> {
  const { principal, call, database, settings } = context
  const archive = await findArchive(context, id).catch(translate)
  const isBlocked = (name: string) => blockedExtensionOf(name, settings.blockedExtensions) !== undefined
  const plan = planUnzip(archive, isBlocked, bytesLeft(await findUsage(database, principal.workspaceId)))
  const extraction = openExtraction(context, principal.workspaceId, archive, plan.items, {
    signal: call.signal,
    onStored: progressOf(plan.sizeBytes, report),
  })
  try {
    const extracted = await extraction.run()
    call.signal.throwIfAborted()
    const { folder, counts } = await publishTree(context, id, extracted)
    const droppedFiles = filesOf(plan.items).length - counts.files
    const { blockedFiles } = plan
    return { data: folder, meta: { message: unzipMessage({ ...counts, blockedFiles, droppedFiles }) } }
  } catch (error) {
    await extraction.discard()
    return translate(error)
  }
}

async function findArchive({ principal, database, blobs }: MemberContext, id: string): Promise<Archive> {
  const content = await findContent(database, principal, id)
  if (!content) throw problem.not_found()
  if (content.type === 'folder') throw problem.not_a_file()
  return readArchive((range) => blobs.borrow(content.blob_key, range), content.size, unzipEntriesMax)
}

const problemOf = {
  not_a_zip: problem.not_a_zip,
  invalid: problem.invalid_archive,
  unsupported: problem.unzip_failed,
  too_many_entries: problem.too_many_items,
} as const

function translate(error: unknown): never {
  if (error instanceof ArchiveFault) throw problemOf[error.reason]({ message: error.message })
  const fault = storeFault(error, 'these files')
  if (fault) throw problem.unzip_failed(fault)
  if (error instanceof BlobMissing)
    throw problem.unzip_failed({ message: 'The archive was deleted while it was being read.' })
  throw error
}
