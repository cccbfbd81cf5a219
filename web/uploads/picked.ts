/** A file that a person dropped or chose. */
export interface Picked {
  /** Undefined: an empty folder. */
  readonly file: File | undefined
  /** Names of the folders above it, from the one that was dropped. */
  readonly folders: readonly string[]
  /** With it, an upload goes on after a reload without choosing the file again. Only some browsers have it. */
  readonly handle?: FileSystemFileHandle | undefined
}

/** On https and localhost, in some browsers. */
interface HandleItem {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/** What could be read, and how much could not. */
export interface Found {
  readonly picked: readonly Picked[]
  readonly unreadable: number
}

/** Call it in the drop event: the browser empties the transfer afterwards. */
export async function walk(transfer: DataTransfer): Promise<Found> {
  const dropped = [...transfer.items].filter(({ kind }) => kind === 'file').map(grab)
  return joined(await Promise.all(dropped.map(readDropped)))
}

interface Dropped {
  readonly entry: FileSystemEntry | null
  readonly file: File | null
  readonly handle: Promise<FileSystemHandle | null>
}

function grab(item: DataTransferItem): Dropped {
  const entry = item.webkitGetAsEntry()
  const { getAsFileSystemHandle } = item as HandleItem
  const handle = entry?.isFile ? getAsFileSystemHandle?.call(item).catch(() => null) : undefined
  return { entry, file: item.getAsFile(), handle: handle ?? Promise.resolve(null) }
}

async function readDropped({ entry, file, handle }: Dropped): Promise<Found> {
  if (entry?.isDirectory) return readFolder(entry as FileSystemDirectoryEntry, [])
  if (!file) return { picked: [], unreadable: 1 }
  const found = await handle
  return {
    picked: [{ file, folders: [], ...(found?.kind === 'file' && { handle: found as FileSystemFileHandle }) }],
    unreadable: 0,
  }
}

async function readFolder(entry: FileSystemDirectoryEntry, above: readonly string[]): Promise<Found> {
  const folders = [...above, entry.name]
  const entries = await entriesOf(entry).catch(() => undefined)
  if (!entries) return { picked: [{ file: undefined, folders }], unreadable: 1 }
  if (entries.length === 0) return { picked: [{ file: undefined, folders }], unreadable: 0 }
  return joined(await Promise.all(entries.map((each) => readEntry(each, folders))))
}

async function readEntry(entry: FileSystemEntry, folders: readonly string[]): Promise<Found> {
  if (entry.isDirectory) return readFolder(entry as FileSystemDirectoryEntry, folders)
  const file = await new Promise<File | undefined>((resolve) => {
    ;(entry as FileSystemFileEntry).file(resolve, () => resolve(undefined))
  })
  return file ? { picked: [{ file, folders }], unreadable: 0 } : { picked: [], unreadable: 1 }
}

/** A reader gives at most a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return all
    all.push(...some)
  }
}

const joined = (found: readonly Found[]): Found => ({
  picked: found.flatMap(({ picked }) => picked),
  unreadable: found.reduce((sum, { unreadable }) => sum + unreadable, 0),
})

/** From `<input type="file">`, with `webkitdirectory` or without. */
export const pickedOf = (files: FileList): readonly Picked[] =>
  [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))
