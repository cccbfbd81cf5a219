import { bytes, duration, number, plural } from './grammar.ts'

const left = (seconds: number): string => {
  if (seconds < 90 * 60) return `${plural(Math.max(1, Math.ceil(seconds / 60)), 'minute', 'minutes')} left`
  if (seconds < 48 * 3600) return `${plural(Math.round(seconds / 3600), 'hour', 'hours')} left`
  return `${plural(Math.round(seconds / 86_400), 'day', 'days')} left`
}

const files = (count: number): string => plural(count, 'file', 'files')

export const uploadsWords = {
  region: 'Uploads',
  list: 'Files',
  expand: 'Show uploads',
  collapse: 'Hide uploads',
  clear: 'Clear finished',
  states: {
    waiting: 'Waiting',
    uploading: 'Uploading',
    paused: 'Paused',
    away: 'Waiting for the network',
    lost: 'Choose the file again',
    done: 'Done',
    failed: 'Failed',
  },
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  showShort: 'Show',
  show: (name: string) => `Show ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  again: 'Choose again',
  chooseAgain: (name: string) => `Choose again ${name}`,
  asNew: 'Upload as new',
  uploadAsNew: (name: string) => `Upload as new ${name}`,
  amount: (sent: number, size: number) => `${bytes(sent)} of ${bytes(size)}`,
  size: bytes,
  more: (count: number) => `and ${number(count)} more`,
  summary: {
    started: (count: number) => `Uploading ${files(count)}`,
    preparing: (count: number) => `Preparing ${files(count)}`,
    uploading: (at: number, of: number) =>
      of === 1 ? 'Uploading' : `Uploading ${number(at)} of ${number(of)}`,
    working: (count: number) => `Working on ${plural(count, 'task', 'tasks')}`,
    left,
    speed: (perSecond: number) => `${bytes(Math.round(perSecond))}/s`,
    away: 'Waiting for the network',
    loggedOut: 'Paused until you log in again',
    paused: (count: number) => `${plural(count, 'upload', 'uploads')} paused`,
    lost: (count: number) => `${plural(count, 'upload', 'uploads')} unfinished`,
    failed: (count: number) => `${number(count)} failed`,
    done: (count: number) => `${plural(count, 'upload', 'uploads')} done`,
    ended: 'Done',
  },
  loggedOut: 'You are logged out. Log in again, and the uploads go on.',
  logIn: 'Log in',
  tasks: {
    compress: 'Compressing',
    unzip: 'Unzipping',
    move: 'Moving',
    copy: 'Copying',
    delete: 'Deleting',
  },
  elapsed: duration,
  away: 'The server did not answer. Check your connection.',
  changed: 'The file changed after you chose it.',
  full: 'The storage of this workspace is full. Delete something, or ask for more storage.',
  elsewhere: 'Another browser uploads a file of this name and size. Wait until it is done, or rename yours.',
  elsewhereTab: 'Another tab uploads this file.',
  reloaded: 'The page was reloaded.',
  handleGone: 'The browser could not open the file.',
  unreadableFile: 'The browser could not read this file.',
  unreadable: (count: number) =>
    count === 1 ? 'One item could not be read.' : `${number(count)} items could not be read.`,
  tooMany: (max: number) => `You can upload ${number(max)} files at once. Upload the folders one by one.`,
  wrong: {
    size: 'This is another file: its size differs.',
    date: 'This is another file: it was changed at another time.',
    content: 'This is another file: its content differs.',
  },
  conflict: {
    title: 'Already here',
    sentence: (name: string) => `This folder already has “${name}”.`,
    more: (count: number) => `${plural(count, 'other name is', 'other names are')} taken too.`,
    replaceNote: 'Replacing deletes the old one, and its link stops.',
    both: 'Keep both',
    replace: 'Replace',
    skip: 'Skip',
    all: 'Do this for all',
  },
}
