import { duration, minuteTime, number } from './grammar.ts'

const percent = (share: number): string => `${number(Math.round(share * 1000) / 10)} %`

export const simulatorWords = {
  title: 'Simulator',
  note: 'You play the people at the other end: read what this workspace sent them, and answer. Nothing leaves this machine. Real people get none of these texts.',
  number: 'Simulated number',
  shared: 'Shared by all workspaces',
  dedicated: 'Belongs to this workspace',
  none: 'There is no simulated number here, so texts of this workspace go to real people. Ask your operator for a simulated number to try texts without them.',
  numbersLink: 'Numbers',
  people: {
    title: 'People',
    back: 'People',
    phone: 'Phone number',
    add: 'Add person',
    use: (display: string) => `Use ${display}`,
    empty: 'Nobody has texts yet.',
    noTexts: 'No texts yet',
    you: (body: string) => `You: ${body}`,
    more: 'More people',
  },
  nobody: {
    sentence: 'Choose a person, or text one: people appear here once this workspace has texted them.',
    text: 'New message',
  },
  texts: 'Texts',
  earlier: 'Earlier texts',
  wrote: 'You wrote this',
  states: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'On its way',
    held: 'Not confirmed',
    delivered: 'Arrived',
    failed: 'Not delivered',
    expired: 'Expired',
    cancelled: 'Cancelled',
    received: 'Answered',
  },
  reason: (code: string, message: string) =>
    code === 'simulated_failure'
      ? 'simulated failure'
      : code === 'simulated_busy'
        ? 'simulated busy phone'
        : message,
  answer: 'Answer',
  answerHelp: 'Enter sends, Shift-Enter begins a line.',
  send: 'Send answer',
  quick: 'Quick answers',
  quickAnswers: ['STOP', 'START', 'HELP'],
  writeFirst: 'Write an answer first.',
  noTexts: {
    dedicated: 'No texts yet. This number belongs to your workspace, so anybody can write to it first.',
    shared: (display: string) =>
      `No texts yet. ${display} is shared by all workspaces, so this person can answer only after this workspace has texted them.`,
  },
  textFirst: 'This workspace has not texted this person from the shared number yet.',
  behavior: {
    title: 'Behavior',
    about: (display: string) => `How the simulated phone of ${display} treats texts.`,
    operators: 'All workspaces share this number. Only operators may change how it behaves.',
    admins: 'Only the owner and admins may change how this number behaves.',
    delay: 'Delivery delay in seconds',
    delayHelp: 'From sent to delivered, up to seven days.',
    fails: 'Texts that fail, in percent',
    busy: 'Busy attempts, in percent',
    busyHelp: 'The phone is busy, and Bureau tries again later.',
    hold: 'Hold delivery reports',
    holdHelp: 'Texts stay sent and are never confirmed.',
    offline: 'Take offline',
    offlineHelp: 'Texts wait in the queue until the phone is back.',
    online: {
      stay: 'No',
      stayOffline: (until: Date) => `Until ${minuteTime(until)}`,
      end: 'Back online now',
    },
    offlineFor: (seconds: number) => `For ${duration(seconds)}`,
    switchedOff: 'The operator took this number offline.',
    save: 'Save',
    saved: 'The number behaves differently now.',
    delayWrong: 'Enter seconds from 0 to 604,800.',
    percentWrong: 'Enter a number from 0 to 100.',
  },
  summary: {
    online: 'Online',
    offline: 'Offline',
    delay: (ms: number) => (ms === 0 ? 'texts arrive at once' : `texts arrive after ${number(ms / 1000)} s`),
    fails: (share: number) => `${percent(share)} fail`,
    busy: (share: number) => `${percent(share)} busy`,
    held: 'reports held',
  },
} as const
