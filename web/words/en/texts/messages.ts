import { duration, list, number, plural } from '../grammar.ts'

const parts = (count: number): string => plural(count, 'part', 'parts')

interface Reason {
  readonly what: string
  /** What to do. */
  readonly next: string
}

const reasons: Readonly<Record<string, Reason>> = {
  opted_out: { what: 'This phone sent STOP.', next: 'It gets texts again after it sends START.' },
  no_number: { what: 'The number was removed.', next: 'Send it again from another number.' },
  phone_limit: { what: 'The phone reached its limit.', next: 'Send it again later, or from another number.' },
  phone_unhealthy: {
    what: 'The phone has no network or is in a call.',
    next: 'Send it again in a few minutes, or from another number.',
  },
  phone_not_permitted: {
    what: 'The app lacks permission to send.',
    next: 'Ask your operator to allow it on the phone.',
  },
  message_refused: { what: 'The carrier refused the text.', next: 'Change the text and send it again.' },
  outcome_unknown: {
    what: 'The phone never reported; it may have arrived.',
    next: 'Ask the recipient before you send it again.',
  },
}

const by = (of: string | null): string => (of === null ? '' : ` by ${of}`)

/** What happened to a text. */
const steps = {
  queued: () => 'Queued.',
  handed: (of: string | null) => `Taken${by(of)}.`,
  delayed: (of: string | null) => `Delayed${by(of)}. Bureau will try again.`,
  sent: (of: string | null) => `Sent${by(of)}.`,
  delivered: () => 'Delivered.',
  failed: (of: string | null) => `Failed${of === null ? '' : ` on ${of}`}.`,
  expired: () => 'Expired.',
  cancelled: () => 'Cancelled.',
  received: (of: string | null) => `Received${by(of)}.`,
}

export const messageWords = {
  title: 'Messages',
  statuses: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    received: 'Received',
  },
  /** Accepted by nobody yet. */
  pending: 'Pending',

  conversations: {
    list: 'Conversations',
    find: 'Find a phone number',
    shows: { all: 'All', unread: 'Unread' },
    newMessage: 'New message',
    searchTexts: 'Search texts',
    unread: 'Unread',
    you: 'You:',
    stopped: 'Sent STOP',
    showNew: (count: number) => `Show ${plural(count, 'new conversation', 'new conversations')}`,
    none: 'No texts yet. Send one, and the conversation is listed here.',
    noneUnread: 'You have read everything.',
    noneFound: (find: string) => `No conversation with a number like “${find}”.`,
    choose: 'Choose a conversation, or write a new message.',
  },

  thread: {
    texts: 'Texts',
    back: 'Back to conversations',
    none: 'No texts with this number yet. Write the first one.',
    loadingOlder: 'Loading older texts',
    first: 'The first text of this conversation',
    newTexts: (count: number) => plural(count, 'new text', 'new texts'),
    youAt: (time: string) => `Sent at ${time}`,
    theyAt: (phone: string, time: string) => `From ${phone} at ${time}`,
    heard: (phone: string, body: string) => `New text from ${phone}: ${body}`,
    inGroup: (name: string) => `Group ${name}`,
    unknownGroup: (id: number) => `Group ${number(id)}`,
    details: 'Details',
    cancel: 'Cancel',
    cancelled: 'Cancelled. No phone sent it.',
    waits: (seconds: number) => `waits for a phone, expires in ${duration(seconds)}`,
    overdue: 'expires in a moment',
    today: 'Today',
    yesterday: 'Yesterday',
    optedOut: 'This phone sent STOP.',
    optedOutNote: 'Texts to it fail until it sends START.',
    notAnswerable: 'You can’t reply to a sender without a phone number.',
  },

  expired: { what: 'No phone took it in time.', next: 'Send it again when a number is online.' },
  /** Of a text that failed. */
  reason: ({ code, message }: { readonly code: string; readonly message: string }): Reason =>
    reasons[code] ?? {
      what: message,
      next: 'Send it again. If it fails again, give your operator the message ID in its details.',
    },

  composer: {
    form: 'Send a text',
    from: 'From',
    pool: 'Pool',
    poolNote: 'The number that last texted this phone if it is online, otherwise any free one.',
    offline: 'Offline: texts wait until its phone is back.',
    message: 'Message',
    expires: 'Expires after',
    ttl: { 3600: '1 hour', 86_400: '1 day', 259_200: '3 days', 604_800: '7 days' },
    counter: (characters: number, max: number, count: number) =>
      `${number(characters)} of ${number(max)} characters, ${parts(count)}`,
    tooLong: (over: number) => `${plural(over, 'character', 'characters')} too long. Shorten the text.`,
    unicode: (character: string) =>
      `“${character}” is not in the standard SMS alphabet, so each part holds 70 characters instead of 160.`,
    send: 'Send',
    sendKeys: 'Ctrl+Enter sends.',
    empty: 'Write a text first.',
    findingSender: 'Finding the number that sends it…',
    noRecipient: 'Enter at least one phone number.',
    newMessage: 'New message',
    to: 'To',
    toHelp: (max: number) =>
      `Up to ${number(max)} phone numbers, separated by commas or line breaks. Press the left arrow key to edit the ones you added.`,
    added: 'Phone numbers you added',
    recipients: (count: number, max: number) => `${number(count)} of ${number(max)} recipients.`,
    notAPhone: 'not a phone number',
    notTextable: 'not a number that can be texted',
    sentStop: 'sent STOP, so a text to it fails',
    invalid: (entries: readonly string[]) =>
      entries.length === 1
        ? `${entries.join('')} is not a phone number that can be texted. Correct or remove it.`
        : entries.length <= 3
          ? `${list(entries)} are not phone numbers that can be texted. Correct or remove them.`
          : `${number(entries.length)} entries are not phone numbers that can be texted. Correct or remove them.`,
    tooMany: (count: number, max: number) =>
      `A text goes to at most ${number(max)} phones at once. Remove ${number(count - max)}.`,
    optedOut: (count: number) =>
      `${plural(count, 'recipient', 'recipients')} sent STOP. Texts to them fail until they send START.`,
    tryLater: 'The text is back in the box. Nothing was sent.',
    notKnown: 'No answer came, so it is not known whether it was sent. Send it again: Bureau sends it once.',
    mergedNotKnown:
      'No answer came, so it is not known whether the text was sent. It is in the box again, above what you typed since. Check the conversation before you send both.',
    notSentTo: (to: string, reason: string) =>
      `Your text to ${to} was not sent. ${reason} It is in the box again.`,
    notKnownTo: (to: string) =>
      `No answer came, so it is not known whether your text to ${to} was sent. It is in the box again.`,
  },

  step: ({
    what,
    number: of,
    detail,
  }: {
    readonly what: keyof typeof steps
    readonly number: string | null
    readonly detail: string | null
  }): string => [steps[what](of), detail].filter((part) => part !== null).join(' '),

  details: {
    title: 'Text',
    of: (id: number) => `Text ${id}`,
    id: 'Message ID',
    phone: 'Phone',
    direction: 'Direction',
    directions: { in: 'Received', out: 'Sent' },
    number: 'Number',
    noNumber: 'None yet. The pool assigns one when a phone is free.',
    parts: 'Parts',
    clientRef: 'client_ref',
    group: 'Group',
    created: { in: 'Received', out: 'Queued' },
    sent: 'Sent',
    delivered: 'Delivered',
    expires: 'Expires',
    reason: 'Reason',
    code: 'Code',
    text: 'Text',
    history: 'History',
    noHistory: 'No phone has taken it yet.',
    read: 'Read it with the API',
    notFound: 'There is no such text. It may have been deleted.',
  },

  search: {
    title: 'Search texts',
    box: 'Search texts',
    results: 'Search results',
    status: 'Status',
    direction: 'Direction',
    number: 'Number',
    from: 'From',
    to: 'To',
    any: 'Any',
    directions: { in: 'Received', out: 'Sent' },
    clear: 'Clear filters',
    hint: 'Type a part of a text, or choose a filter.',
    none: 'No text matches.',
    noneSoFar: 'No text matches so far.',
    searchedTo: (day: string) => `Searched back to ${day}.`,
    searching: (day: string) => `Searching: back to ${day} so far.`,
    begun: 'Searching',
    complete: 'All texts were searched.',
    stop: 'Stop',
    goOn: 'Search further back',
    inbound: (phone: string) => `From ${phone}`,
    outbound: (phone: string) => `To ${phone}`,
    fileName: 'texts.csv',
    fileEnd: (max: number) => `The file ends after the newest ${number(max)} texts.`,
  },

  outcome: {
    sent: (count: number) => `Queued for ${plural(count, 'recipient', 'recipients')}.`,
    each: 'Recipients',
    notSent: (entries: readonly string[]) => `Not sent to ${list(entries)}.`,
    /** What to do about recipients that were rejected. */
    advice: {
      limit_reached: 'The allowance resets at midnight UTC. Send it again after that.',
      metered_cap_reached:
        'The cap is for this month. Ask your operator to raise it, or send it again next month.',
    },
    writeRest: 'Write to the rest',
    another: 'Write another',
    toList: 'Go to Messages',
  },
}
