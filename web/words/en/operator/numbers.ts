import { list, number, plural } from '../grammar.ts'

const carriers = { simulator: 'Simulator', android: 'Android phone' }

export const operatorNumberWords = {
  add: 'Add number',
  empty: 'No numbers yet. Workspaces need one to send texts.',
  nothingFound: 'No number matches the filters.',
  number: 'Number',
  id: 'ID',
  label: 'Label',
  carrier: 'Carrier',
  carriers,
  carrierNotes: {
    simulator: 'A virtual phone: no text leaves this machine.',
    android: 'A phone with the app “SMS Gateway for Android”.',
  },
  state: 'State',
  states: { online: 'Online', offline: 'Offline', paused: 'Paused' },
  assignedTo: 'Assigned to',
  pool: 'Pool',
  nobody: 'Nobody',
  oneWorkspace: 'One workspace',
  ofWorkspace: (name: string) => `Only workspace ${name}`,
  poolNote: 'Every workspace whose plan includes SMS can send from it.',
  workspaceNote: 'Only this workspace can send from it. It gets all replies.',
  phone: 'Phone',
  noPhone: 'No phone is connected',
  lastSeen: 'Last seen',
  battery: (percent: number) => `${number(percent)}% battery`,
  added: 'Added',
  queued: 'Waiting texts',
  queuedTexts: (count: number) =>
    count === 0 ? 'None' : `${plural(count, 'text', 'texts')} for this number only`,
  details: 'Details',

  phoneNumber: 'Phone number',
  phoneNumberHelp: 'For example, +12025550100.',
  labelHelp: 'A name for people, such as Front desk.',
  assignTo: 'Assign to',
  searchWorkspaces: 'Search workspaces',
  workspace: 'Workspace',
  noWorkspace: 'No workspace has a name like this.',
  chooseWorkspace: 'Choose a workspace.',
  leavePool: (numbers: readonly string[], more: number) =>
    `The pool will then have only real numbers. ${list([...numbers, ...(more > 0 ? [`${number(more)} more`] : [])])} ${numbers.length + more === 1 ? 'is simulated and leaves' : 'are simulated and leave'} it, and queued texts for ${numbers.length + more === 1 ? 'it' : 'them'} fail.`,
  poolIsReal: 'The pool has real numbers, so a simulated one can only go to one workspace.',
  addedNumber: (phone: string) => `${phone} was added.`,
  leftPool: (count: number) =>
    count === 0 ? '' : ` ${plural(count, 'simulated number', 'simulated numbers')} left the pool.`,

  assign: 'Assign',
  assignTitle: (phone: string) => `Assign ${phone}`,
  assigned: (phone: string, failed: number, disconnected: boolean) =>
    `${phone} was assigned.${disconnected ? ' Its phone was disconnected. Connect it again.' : ''}${failed === 0 ? '' : ` ${plural(failed, 'waiting text', 'waiting texts')} failed.`}`,
  assignFails: (count: number) =>
    `${plural(count, 'text waits', 'texts wait')} for this number. Texts from other workspaces will fail.`,

  settings: 'Settings',
  online: 'Online',
  onlineHelp: 'Texts wait while a number is offline.',
  isOnline: (phone: string) => `${phone} may send.`,
  isOffline: (phone: string) => `${phone} is offline. Texts wait.`,
  sim: 'SIM',
  sims: { auto: 'The phone decides', 1: 'SIM 1', 2: 'SIM 2', 3: 'SIM 3' },
  saved: 'Saved.',

  pace: 'Pace',
  paceSentence: 'How much the number may send. A long text has several parts. Saving ends a pause.',
  spans: {
    per_minute: 'Parts in any minute',
    per_half_hour: 'Parts in any 30 minutes',
    per_hour: 'Parts in any hour',
    per_day: 'Parts in any 24 hours',
  },
  noLimit: 'No limit',
  defaultLimit: (parts: number | null) => `Default: ${parts === null ? 'no limit' : number(parts)}.`,
  outstanding: 'Texts awaiting a report',
  outstandingHelp: (texts: number) => `Maximum at a time, up to 1,000. Default: ${number(texts)}.`,
  outstandingInvalid: 'Enter a number from 1 to 1,000.',
  limitInvalid: 'Enter a whole number of 1 or more, or leave it empty for no limit.',
  warmsUp: 'Warm up: 30 parts on the first day, growing by half each day',
  coolsDown: 'Pause for half an hour when 10 of the last 20 texts failed',
  paceSaved: 'Pace saved.',
  paceOf: (limits: readonly string[], warmsUp: boolean) =>
    `${limits.length === 0 ? 'As fast as it can' : list(limits)}${warmsUp ? ', warming up' : ''}`,
  shortSpans: {
    per_minute: (parts: number) => `${number(parts)} a minute`,
    per_half_hour: (parts: number) => `${number(parts)} in 30 min`,
    per_hour: (parts: number) => `${number(parts)} an hour`,
    per_day: (parts: number) => `${number(parts)} a day`,
  },

  remove: 'Remove',
  removeTitle: (phone: string) => `Remove ${phone}?`,
  removeEffect: {
    pool: 'Workspaces no longer send from it, and texts to it are not received. Past messages keep showing it.',
    workspace: (name: string) =>
      `${name} no longer sends from it, and texts to it are not received. Past messages keep showing it.`,
    nobody: 'Texts to it are not received. Past messages keep showing it.',
  },
  removeFails: (count: number) =>
    `${plural(count, 'text that waits', 'texts that wait')} for it ${count === 1 ? 'fails' : 'fail'}.`,
  removed: (phone: string, failed: number) =>
    `${phone} was removed.${failed === 0 ? '' : ` ${plural(failed, 'waiting text', 'waiting texts')} failed.`}`,
}

export const unroutedWords = {
  sentence: 'Incoming texts on pool numbers that match no workspace.',
  empty: 'No unrouted texts.',
  gone: 'The text of this link is not on the list any more. Somebody may have assigned it.',
  from: 'From',
  text: 'Text',
  number: 'To',
  received: 'Received',
  assign: 'Assign',
  assignTitle: (from: string) => `Assign the text from ${from}`,
  assignEffect:
    'It becomes an incoming message of the workspace. A stop word opts the sender out there, and a text to a group is forwarded.',
  wrote: (when: string) => `Texted this phone ${when}`,
  assigned: (workspace: string) => `Assigned to ${workspace}.`,
}
