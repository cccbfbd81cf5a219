import type { Chance } from './chance.ts'
import { crew, customers, type Customer, type NumberName } from './data/company.ts'
import {
  announcements,
  crewTalk,
  reminders,
  stories,
  technicians,
  times,
  type Story,
} from './data/stories.ts'

export type Outcome = 'delivered' | 'sent' | 'queued' | 'unreachable' | 'refused' | 'expired'

export type TextEvent =
  | {
      readonly kind: 'out'
      readonly at: Date
      readonly number: NumberName
      readonly phones: readonly string[]
      readonly body: string
      readonly outcome: Outcome
      readonly group?: true
    }
  | {
      readonly kind: 'in'
      readonly at: Date
      readonly number: NumberName
      readonly phone: string
      readonly body: string
    }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What is told of today takes so long. */
const todayMinutes = 155
const newestDaysAgo = 6

/** The customer who does not want texts any more. */
const leaving = 7
/** Phones that have a problem. */
const unreachable = 11
const landline = 19

/** What was texted during the last month, oldest first. All of it is over some minutes before `now`. */
export function timelineOf(now: Date, chance: Chance): readonly TextEvent[] {
  const events = [
    ...customers.flatMap((customer, index) => talksWith(customer, index, now, chance)),
    ...announcements.flatMap((text, week) => announcement(text, announcedAt(now, 24 - week * 9))),
    ...crewEvents(at(now, 5, 12 * 60)),
    ...crewEvents(at(now, 2, 12 * 60 + 20)),
    ...goodbye(customers[leaving], now),
    ...today(now),
  ]
  const latest = agoToday(now, 2).getTime()
  return events
    .filter((event) => event.at.getTime() < latest)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** A time of day, in minutes of UTC, some days ago. */
const at = (now: Date, daysAgo: number, minutes: number): Date => {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(midnight - daysAgo * dayMs + minutes * minuteMs)
}

/** Minutes ago, or less, so that it is today. */
function agoToday(now: Date, minutes: number): Date {
  const sinceMidnight = Math.max(1, (now.getTime() - at(now, 0, 0).getTime()) / minuteMs)
  return new Date(now.getTime() - minutes * minuteMs * Math.min(1, sinceMidnight / todayMinutes))
}

/** Days ago. The newest is in this month, whatever the day is, because most charges are for announcements. */
function announcedAt(now: Date, daysAgo: number): Date {
  if (daysAgo > newestDaysAgo) return at(now, daysAgo, 15 * 60)
  const days = Math.min(daysAgo, now.getUTCDate() - 1)
  return days === 0 ? agoToday(now, todayMinutes - 1) : at(now, days, 15 * 60)
}

function talksWith(customer: Customer, index: number, now: Date, chance: Chance): TextEvent[] {
  const long = stories[index % stories.length] ?? stories[0]
  const short = reminders[index % reminders.length] ?? reminders[0]
  /** Each in its own half of the month, so that they don't mix. */
  const start = (place: number) =>
    at(now, chance.between(2, 13) + (1 - place) * 14, chance.between(12 * 60, 18 * 60))
  const talks = index % 3 === 0 ? [short, long] : index % 3 === 1 ? [long, short] : [long]
  return talks.flatMap((story, place) =>
    tell(story, customer, { start: start(place), chance, outcome: outcomeFor(index) }),
  )
}

const outcomeFor = (index: number): Outcome =>
  index === unreachable ? 'unreachable' : index === landline ? 'refused' : 'delivered'

interface Telling {
  readonly start: Date
  readonly chance: Chance
  readonly outcome: Outcome
}

function tell(story: Story, customer: Customer, { start, chance, outcome }: Telling): TextEvent[] {
  const words: Readonly<Record<string, string>> = {
    first: customer.first,
    street: customer.street,
    time: chance.pick(times),
    tech: chance.pick(technicians),
    price: story.lines.some(({ text }) => text.includes('4{price}'))
      ? `${chance.between(210, 980)}`
      : `$${chance.between(9, 64) * 10}`,
  }
  let time = start.getTime()
  // Nobody answers a text that does not arrive.
  const lines =
    outcome === 'delivered' ? story.lines : story.lines.filter(({ by }) => by === 'us').slice(0, 2)
  return lines.map(({ by, text, after }) => {
    time += after * minuteMs + chance.between(1, 55) * 1000
    const body = text.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
    const told = { at: new Date(time), number: story.number, body }
    return by === 'us'
      ? { ...told, kind: 'out', phones: [customer.phone], outcome }
      : { ...told, kind: 'in', phone: customer.phone }
  })
}

const announcement = (body: string, when: Date): TextEvent[] =>
  customers.map((customer, index) => ({
    kind: 'out',
    at: new Date(when.getTime() + index * 1500),
    number: 'reminders',
    phones: [customer.phone],
    body,
    outcome: outcomeFor(index),
  }))

function crewEvents(start: Date): TextEvent[] {
  let time = start.getTime()
  return crewTalk.map(({ who, after, text }) => {
    time += after * minuteMs
    return { kind: 'in', at: new Date(time), number: 'crew', phone: crew[who].phone, body: text }
  })
}

const goodbye = (customer: Customer | undefined, now: Date): TextEvent[] =>
  customer === undefined
    ? []
    : [{ kind: 'in', at: at(now, 3, 17 * 60), number: 'reminders', phone: customer.phone, body: 'STOP' }]

/** The last hours, whatever the time of day is. */
function today(now: Date): TextEvent[] {
  const ago = (minutes: number): Date => agoToday(now, minutes)
  const [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth] = customers
  const remind = (customer: Customer | undefined, minutes: number): TextEvent[] =>
    customer === undefined
      ? []
      : [
          {
            kind: 'out',
            at: ago(minutes),
            number: 'reminders',
            phones: [customer.phone],
            body: `Fernwood: we will be at ${customer.street} tomorrow between 9 and 11 am. Reply YES to confirm or call 202-555-0101 to reschedule.`,
            outcome: 'delivered',
          },
        ]
  const say = (
    kind: 'in' | 'out',
    customer: Customer | undefined,
    minutes: number,
    body: string,
  ): TextEvent[] => {
    if (customer === undefined) return []
    const said = { at: ago(minutes), number: 'office', body } as const
    return kind === 'in'
      ? [{ ...said, kind, phone: customer.phone }]
      : [{ ...said, kind, phones: [customer.phone], outcome: 'delivered' }]
  }
  const nightly = (customer: Customer | undefined, minutes: number, body: string): TextEvent[] =>
    customer === undefined
      ? []
      : [
          {
            kind: 'out',
            at: ago(minutes),
            number: 'nights',
            phones: [customer.phone],
            body,
            outcome: 'queued',
          },
        ]
  return [
    ...[second, third, fifth, sixth, seventh, eighth].flatMap((customer, index) =>
      remind(customer, 150 - index),
    ),
    {
      kind: 'out',
      at: ago(132),
      number: 'crew',
      phones: crew.map(({ phone }) => phone),
      body: 'Truck inspection is tomorrow at 7 am. Please bring your keys and clear the back of your van.',
      outcome: 'delivered',
      group: true,
    },
    { kind: 'in', at: ago(121), number: 'crew', phone: crew[3].phone, body: 'Will do' },
    { kind: 'in', at: ago(139), number: 'reminders', phone: third?.phone ?? '', body: 'YES' },
    ...say('in', first, 58, 'The radiator in the bedroom is cold again. Is Elena free today?'),
    ...say('out', first, 54, 'Hi Alice, she can come by between 2 and 4 pm. Shall I send her?'),
    ...say('in', first, 51, 'Yes please, I will be home'),
    ...say('out', first, 49, 'She is on the list. You will get a text when she is on the way.'),
    ...say('in', first, 9, 'Could she bring a thermostat too? Same model as last year.'),
    ...say('in', fourth, 24, 'Hello, may I move my appointment to next week?'),
    ...say('in', sixth, 17, 'Thanks for the quick repair yesterday!'),
    ...nightly(
      fourth,
      31,
      'This is Fernwood after hours. We got your call and a technician will ring you back within the hour.',
    ),
    ...nightly(
      ninth,
      28,
      'Fernwood after hours: please keep the valve closed until morning. We will be there at 8.',
    ),
  ]
}
