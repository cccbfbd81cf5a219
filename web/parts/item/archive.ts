import { ApiError, call, urlOf, type Input } from '../../api/call.ts'
import { work } from '../../api/work.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { startTask, type TaskRun } from '../../uploads/tasks.ts'
import { archiveWords as words } from '../../words/words.ts'
import type { Item } from './item.ts'

const folderOf = (workspace: string, id: string | null): string =>
  id === null ? `/w/${workspace}/files` : `/w/${workspace}/files/${id}`

/** Makes an archive of each, as work in the tray. */
export function compress(workspace: string, items: readonly Item[]): void {
  const [item, ...others] = items
  if (!item) return
  startTask({
    workspace,
    kind: 'compress',
    name: others.length === 0 ? item.name : words.items(items.length),
    run: async (run) => {
      const made = await oneByOne(items, run, async ({ id }, each) => {
        const { data } = await work('compressItem', { workspace, id }, each)
        return data
      })
      const note = made.length === 1 ? words.made(made[0]?.name ?? '') : words.madeMany(made.length)
      return { show: folderOf(workspace, made[0]?.parent_id ?? null), note }
    },
  })
}

/** Unpacks an archive into a folder beside it, as work in the tray. */
export function unzip(workspace: string, { id, name }: Item): void {
  startTask({
    workspace,
    kind: 'unzip',
    name,
    run: async (run) => {
      const { data, meta } = await work('unzipItem', { workspace, id }, run).catch(inWords)
      return { show: folderOf(workspace, data.id), note: meta.message }
    },
  })
}

/** Goes on after a failure and tells of it at the end: each archive is worth having. */
async function oneByOne<Made>(
  items: readonly Item[],
  { signal, progress }: TaskRun,
  make: (item: Item, run: TaskRun) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = []
  const failed: { readonly name: string; readonly error: unknown }[] = []
  for (const [index, item] of items.entries()) {
    const share = (done: number, total: number) =>
      progress(index + (total === 0 ? 0 : done / total), items.length)
    try {
      made.push(await make(item, { signal, progress: share }))
    } catch (error) {
      signal.throwIfAborted()
      failed.push({ name: item.name, error })
      // The others would be refused as well.
      if (error instanceof ApiError && error.code === 'rate_limited') break
    }
  }
  const [first, ...others] = failed
  if (!first) return made
  const error = worded(first.error)
  if (items.length === 1 || !(error instanceof ApiError)) throw error
  const { status, code, details, requestId, retryAfterSeconds } = error
  const message = words.failedOf(first.name, error.message, others.length)
  throw new ApiError({ status, code, message, details, requestId, retryAfterSeconds })
}

function inWords(error: unknown): never {
  throw worded(error)
}

/** The server says how long to wait, but not in its sentence. */
function worded(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited') return error
  const { status, code, details, requestId, retryAfterSeconds = 60 } = error
  const message = words.limited(retryAfterSeconds)
  return new ApiError({ status, code, message, details, requestId, retryAfterSeconds })
}

/** As the server does. */
const downloadedMax = 500

/** Files as they are, a folder and several items as a zip archive that is made while it is sent. */
export function download(workspace: string, items: readonly Item[]): void {
  const [item, ...others] = items
  if (!item) return
  const { id } = item
  if (items.length > downloadedMax) toast.problem(words.tooManyToDownload(downloadedMax))
  else if (others.length > 0)
    void downloadChecked('downloadItems', {
      workspace,
      query: { ids: items.map((each) => each.id).join(',') },
    })
  else if (item.type === 'folder') void downloadChecked('files.getFolderContent', { workspace, id })
  else follow(urlOf('files.getFileContent', { workspace, id }))
}

/** Asks for one byte first: a browser that is refused a download does not say why. */
async function downloadChecked<Id extends 'downloadItems' | 'files.getFolderContent'>(
  operation: Id,
  input: Input<Id>,
): Promise<void> {
  try {
    await call(operation, input, { headers: { Range: 'bytes=0-0' } })
    follow(urlOf(operation, input))
  } catch (error) {
    toast.fail(error)
  }
}

function follow(href: string): void {
  Object.assign(document.createElement('a'), { href, download: '' }).click()
}
