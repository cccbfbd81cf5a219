import { clock, duration, number, plural } from '../grammar.ts'

const spans: Readonly<Record<number, string>> = {
  60: 'a minute',
  1800: '30 minutes',
  3600: 'an hour',
  86400: '24 hours',
}

const budgets: Readonly<Record<number, string>> = {
  60: 'Minute',
  1800: 'Half-hour',
  3600: 'Hourly',
  86400: 'Daily',
}

export const numberWords = {
  title: 'Numbers',
  number: 'Number',
  note: 'The phone numbers that this workspace sends texts from.',
  empty: 'No numbers yet. Ask your operator.',
  ofOperator: 'Operator Numbers',
  details: 'Details',
  heads: {
    number: 'Number',
    label: 'Label',
    kind: 'Kind',
    state: 'State',
    lastSeen: 'Last seen',
    battery: 'Battery',
    pace: 'Pace used',
  },
  states: { online: 'Online', offline: 'Offline', paused: 'Paused' },
  kinds: { pool: 'Pool', dedicated: 'Dedicated', simulated: 'simulated' },
  never: 'Never',
  unknown: 'Unknown',

  facts: {
    kind: 'Kind',
    added: 'Added',
    waiting: 'Waiting texts',
    handed: 'Awaiting report',
    id: 'Number ID',
  },
  poolNote: 'All workspaces share the pool. Only your operator sees its phones and their load.',
  counted: (count: number) => (count >= 1000 ? `${number(1000)} or more` : number(count)),

  paused: {
    failures: (until: string) => `Paused until ${until}, because too many of its last texts failed.`,
    budget: (until: string) => `Paused until ${until}, because it reached a sending limit. Texts wait.`,
    phone: (until: string) => `Paused until ${until}, because the phone cannot send at the moment.`,
    other: (until: string) => `Paused until ${until}.`,
  },
  at: clock,

  pace: {
    title: 'Pace',
    none: 'This number has no limits.',
    label: (seconds: number) => `${budgets[seconds] ?? duration(seconds)} budget`,
    used: (used: number, max: number, seconds: number) =>
      `${number(used)} of ${plural(max, 'part', 'parts')} in ${spans[seconds] ?? duration(seconds)}`,
    short: (used: number, max: number, seconds: number) =>
      `${number(used)} of ${number(max)} in ${duration(seconds)}`,
    free: 'More texts can be sent now.',
    full: (at: string) => `More texts can be sent at ${at}.`,
  },

  timeline: {
    title: 'Last 24 hours',
    share: (percent: number) => `Online ${number(percent)}% of the time.`,
    name: 'Online and offline in the last 24 hours',
    heads: { from: 'From', lasted: 'For', state: 'State', why: 'Why' },
    ago: '24 hours ago',
    now: 'Now',
    earlier: (count: number) => `${plural(count, 'earlier change is', 'earlier changes are')} not listed.`,
    bar: (state: string, from: string, lasted: string) => `${state} from ${from}, for ${lasted}`,
    reasons: {
      added: 'The number was added',
      connected: 'The phone connected',
      silent: 'The phone was silent for 11 minutes',
      disconnected: 'The phone was disconnected',
      operator: 'An operator changed it',
      outage: 'A simulated outage began',
      outage_over: 'The simulated outage ended',
      removed: 'The number was removed',
    },
  },
  duration,

  phone: {
    title: 'Phone',
    none: 'No phone is connected. Texts wait until one is.',
    name: 'Name',
    unnamed: 'A phone without a name',
    appVersion: 'App version',
    connected: 'Connected',
    battery: 'Battery',
    percent: (percent: number) => `${number(percent)}%`,
    charging: (percent: string, charging: boolean) => `${percent}, ${charging ? 'charging' : 'not charging'}`,
    network: 'Network',
    networks: {
      none: 'None',
      cellular: 'Mobile data',
      wifi: 'Wi-Fi',
      ethernet: 'Ethernet',
      other: 'Connected',
    },
    sim: 'SIM',
    slot: (slot: number) => `Slot ${number(slot)}`,
    anySim: 'The phone decides',
    clock: 'Clock',
    ahead: (seconds: number) => `${duration(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`,
  },

  connect: {
    action: 'Connect phone',
    title: 'Connect phone',
    replaces: (name: string) =>
      `${name} is connected. It is cut off as soon as you continue, and its token stops working.`,
    begins: 'You get a code that works for ten minutes. Earlier codes and tokens stop working.',
    go: 'Continue',
    install:
      'Install “SMS Gateway for Android” 1.67 or later on the phone, and let it send and receive texts.',
    settings: 'In the app, open Settings, then Cloud Server, and enter:',
    url: 'API URL',
    token: 'Private token',
    channel: 'Notification channel',
    sse: 'SSE only',
    online: 'On its first page, choose Cloud server, tap Online, choose By code, and type the code:',
    qr: 'QR code',
    qrNote: 'The app can’t scan codes. Scan this with the phone’s camera and copy the three lines.',
    works: 'The code works for',
    expired: 'The code has expired.',
    again: 'Make another code',
    waiting: 'Waiting for the phone.',
    connected: (name: string) => `Connected: ${name}`,
    connectedNote:
      'It sends and receives texts from now on. Keep it plugged in, and let the app run in the background.',
    done: 'Done',
    httpsOnly:
      'The app requires HTTPS, and this address does not use it. The operator must set up HTTPS for phones first.',
  },
  disconnect: {
    action: 'Disconnect',
    title: (name: string) => `Disconnect ${name}?`,
    verb: 'Disconnect',
    sentence:
      'It stops sending and receiving at once, and its token stops working. Texts wait until you connect a phone.',
    done: 'The phone is disconnected.',
  },
  reasons: {
    simulated: 'This number is simulated, so it needs no phone.',
    pool: 'The number belongs to the pool. Your operator connects its phone.',
    member: 'Only admins and the owner connect phones.',
    none: 'No phone is connected.',
  },
}
