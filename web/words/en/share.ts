import { list, minuteTime, number, plural } from './grammar.ts'

interface Invitation {
  readonly sharer: string
  readonly name: string
  readonly url: string
  readonly message: string
  readonly isLimited: boolean
  readonly hasPassword: boolean
  readonly expiresAt: Date | undefined
}

export const shareWords = {
  share: 'Share',
  loading: 'Share a file',
  notFound: 'There is no such file or folder. It may have been deleted.',

  works: 'The link works',
  off: 'The link is off',
  until: (time: string) => `until ${time}`,
  turnOnFirst: 'First choose who may open it, and save.',
  link: 'Link',
  copyLink: 'Copy link',
  copyInvitation: 'Copy invitation',
  copied: 'Copied',
  nobodyIsMailed: 'Bureau mails nobody. Send the link or the invitation yourself.',

  who: 'Who may open it',
  nobody: 'Nobody',
  anyone: 'Anyone with the link',
  limited: 'Only these people',
  limitedNote: 'They prove their address with a code that Bureau mails to them. They need no account.',
  stops: 'The link stops working at once. Its password, addresses, expiry, and message are deleted.',

  emails: 'E-mail addresses',
  emailsHelp:
    'Separate addresses with commas, spaces, or lines. The left arrow key goes to the ones you added.',
  outbox: 'No mail server is set up, so the codes wait in the operator’s outbox until they pass them on.',
  added: 'Addresses you added',
  notAnAddress: 'not an address',
  addresses: (count: number, max: number) => `${number(count)} of ${number(max)} addresses`,
  invalid: (addresses: readonly string[]) =>
    addresses.length === 1
      ? `${addresses.join('')} is not an e-mail address. Correct or remove it.`
      : addresses.length <= 3
        ? `${list(addresses)} are not e-mail addresses. Correct or remove them.`
        : `${number(addresses.length)} of them are not e-mail addresses. Correct or remove them.`,
  tooMany: (count: number, max: number) =>
    `A link takes at most ${number(max)} addresses. Remove ${number(count - max)}.`,
  noAddress: 'Enter at least one address.',

  password: 'Password',
  passwordHelp: 'Optional. At least 8 characters. Visitors enter it in addition.',
  passwordKept: 'The link has a password. Leave this empty to keep it, or type a new one.',
  passwordRemoved: 'The password is removed when you save.',
  generate: 'Generate password',
  removePassword: 'Remove password',
  keepPassword: 'Keep password',
  passwordSaved: 'The password is saved. Copy it now: Bureau does not show it again.',

  expires: 'Expires',
  expiry: {
    never: 'Never',
    hour: '1 hour',
    day: '1 day',
    week: '7 days',
    month: '30 days',
    date: 'On a date…',
  },
  expiresOn: 'Date and time',
  yourPassword: 'YOUR PASSWORD',
  noDate: 'Choose a date and a time.',
  past: 'Choose a time in the future.',

  message: 'Message',
  messageHelp: 'Optional. Visitors see it with your name.',

  save: 'Save',
  saved: 'Saved.',
  done: 'Done',

  opened: 'Opened',
  nobodyOpened: 'Nobody has opened the link yet.',
  heads: { when: 'When', action: 'What', who: 'Who', address: 'Address', entry: 'File or folder' },
  actions: {
    view: 'Opened',
    preview: 'Looked at',
    download: 'Downloaded',
    password: 'Unlocked',
    code: 'Unlocked',
  },
  deletedEntry: 'Deleted',

  title: 'Shared',
  note: 'Every link of this workspace that works now.',
  empty: 'No links yet. Share a file or folder, and its link is listed here.',
  toFiles: 'Go to Files',
  search: 'Search shared files',
  nothingFound: (text: string) => `No shared name matches “${text}”.`,
  name: 'Name',
  folder: 'Folder',
  top: 'Files',
  people: (count: number) => plural(count, 'person', 'people'),
  withPassword: 'with a password',
  lastOpened: 'Last opened',
  never: 'Never',
  notYet: 'Not yet',
  expiring: 'Expiring',
  settings: 'Share',
  toFolder: 'Show in folder',
  turnOff: 'Turn off',
  turnOffTitle: (name: string) => `Turn off the link to ${name}?`,
  turnOffStops:
    'It stops working at once for everybody who has it. Its password, addresses, expiry, and message are deleted.',
  turnedOff: (name: string) => `The link to ${name} is off.`,

  invitation: ({ sharer, name, url, message, isLimited, hasPassword, expiresAt }: Invitation) =>
    [
      `${sharer} shares “${name}” with you:\n${url}`,
      message,
      [
        ...(isLimited
          ? ['Open the link and enter your e-mail address. You get a code by mail that opens it.']
          : []),
        ...(hasPassword ? ['You need a password, which I send you separately.'] : []),
        ...(expiresAt ? [`The link works until ${minuteTime(expiresAt)}.`] : []),
      ].join('\n'),
    ]
      .filter((paragraph) => paragraph !== '')
      .join('\n\n'),
}
