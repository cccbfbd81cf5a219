import { bytes, duration, number, plural } from './grammar.ts'

type Kind = 'move' | 'copy' | 'delete'

const participles = { move: 'moved', copy: 'copied', delete: 'deleted' } as const

/** A name, or how many. */
const what = (names: readonly string[]): string =>
  names[0] !== undefined && names.length === 1 ? names[0] : items(names.length)
const items = (count: number): string => plural(count, 'item', 'items')

export const itemWords = {
  toolbar: 'Selection',
  selected: (count: number) => `${number(count)} selected`,
  clear: 'Clear selection',
  open: 'Open',
  verbs: {
    download: 'Download',
    share: 'Share',
    rename: 'Rename',
    move: 'Move',
    copy: 'Copy',
    compress: 'Compress',
    unzip: 'Unzip',
    remove: 'Delete',
  },
  notInPlan: 'The plan of this workspace’s owner does not include files.',
  oneToShare: 'Share one item at a time.',
  oneToRename: 'Rename one item at a time.',
  oneToUnzip: 'Unzip one archive at a time.',
  notZip: 'Only .zip archives can be unzipped.',

  folder: { title: 'New folder', name: 'Name', create: 'Create' },
  rename: { title: 'Rename', name: 'Name', save: 'Save', done: (name: string) => `Renamed to ${name}` },
  taken: (name: string) => `${name} is already here. Choose another name.`,

  root: 'Files',
  picker: {
    root: 'All files',
    empty: 'This folder has no folders.',
    path: 'Path',
    folders: 'Folders',
    newFolder: 'New folder',
  },
  move: {
    title: 'Move to',
    here: 'Move here',
    itself: 'This folder is to be moved.',
    alreadyHere: 'Already in this folder.',
  },
  copy: { title: 'Copy to', here: 'Copy here', itself: 'This folder is to be copied.' },

  what,
  done: (kind: Kind, names: readonly string[], folder: string, as?: string) =>
    `${kind === 'move' ? 'Moved' : 'Copied'} ${what(names)} to ${folder}${as === undefined ? '' : ` as ${as}`}`,
  alreadyIn: (names: readonly string[], folder: string) =>
    `${what(names)} ${names.length === 1 ? 'is' : 'are'} already in ${folder}`,
  back: (names: readonly string[]) => `Moved ${what(names)} back`,
  deleted: (names: readonly string[]) => `Deleted ${what(names)}`,
  contents: (folders: number, count: number, size: number) =>
    `${folders === 1 ? 'The folder has' : 'The folders have'} ${items(count)}, ${bytes(size)}.`,
  undo: 'Undo',

  failed: (kind: Kind, names: readonly string[], total: number, reason: string) =>
    `${names.length < total ? `${names.length} of ${items(total)}` : what(names)} could not be ${participles[kind]}. ${reason}`,
  gone: (count: number) => `Someone may have deleted or moved ${count === 1 ? 'it' : 'them'} meanwhile.`,
  folderGone: 'That folder is gone.',
  limited: (seconds: number) => `You have reached the limit for now. Try again in ${duration(seconds)}.`,
  waits: (kind: Kind, seconds: number) =>
    `You have reached the limit for now. ${kind === 'copy' ? 'Copying' : kind === 'move' ? 'Moving' : 'Deleting'} goes on in ${duration(seconds)}.`,
  elsewhere: 'What you cut or copied is in another workspace. Items cannot leave their workspace.',
}
