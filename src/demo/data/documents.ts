import type { Chance } from '../chance.ts'
import { customers, staff, type Customer } from './company.ts'

export interface Document {
  /** Names of folders and of the file. */
  readonly path: readonly [string, ...string[]]
  readonly text: string
  readonly at: Date
}

const dayMs = 86_400_000
const months = 12

const jobs = [
  ['Furnace repair', 'Cleaned the flame sensor, replaced the filter, tested ignition.'],
  ['Water heater', 'Removed the old tank, installed a 50 gallon unit, checked all joints.'],
  ['Drain cleaning', 'Cleared the kitchen line, camera inspection to the street.'],
  ['Heat pump service', 'Measured refrigerant pressure, rinsed the coils, cleared the drain.'],
  ['Boiler service', 'Bled the radiators, checked the expansion tank, adjusted the burner.'],
  ['Faucet replacement', 'Replaced the faucet and both shutoff valves.'],
] as const

const suppliers = ['Tri-County Supply', 'Northgate Pipe', 'Allied Filters', 'Delmar Electric'] as const

const words = (date: Date): string =>
  date.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' })
const day = (date: Date): string => date.toISOString().slice(0, 10)
const month = (date: Date): string => date.toISOString().slice(0, 7)
const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** About two thousand small files of the last year. */
export function documentsOf(now: Date, chance: Chance): readonly Document[] {
  return [
    ...visits(now, chance),
    ...timeSheets(now, chance),
    ...receipts(now, chance),
    ...handbook(now),
    ...drawer(now),
  ]
}

const visitsOfMonth = 61

function* visits(now: Date, chance: Chance): Generator<Document> {
  let number = 40_000
  for (let back = months * 30; back > 0; back -= 30)
    for (let each = 0; each < visitsOfMonth; each++) {
      const at = new Date(
        now.getTime() - (back - chance.between(0, 28)) * dayMs - chance.between(0, 8) * 3_600_000,
      )
      yield* papersOf(++number, at, chance)
    }
}

function* papersOf(number: number, at: Date, chance: Chance): Generator<Document> {
  const customer = chance.pick(customers as readonly [Customer, ...Customer[]])
  const [job, done] = chance.pick(jobs)
  const { firstName, lastName } = chance.pick(staff)
  const hours = chance.between(1, 5)
  const parts = chance.between(8, 420) * 100
  const total = hours * 11_500 + parts
  const folder = customer.name
  const head = `${customer.name}\n${customer.street}\n\nDate: ${words(at)}\nJob: ${job}\n`
  yield {
    path: ['Work orders', month(at), `WO-${number} ${folder}.txt`],
    text: `WORK ORDER ${number}\n\n${head}Technician: ${firstName} ${lastName}\n\n${done}\n\nHours: ${hours}\nParts: ${money(parts)}\nCustomer signature: on file\n`,
    at,
  }
  yield {
    path: ['Accounting', 'Invoices', month(at), `Invoice ${number}.txt`],
    text: `INVOICE ${number}\nFernwood Heating & Plumbing\n\n${head}\nLabor, ${hours} h at $115.00   ${money(hours * 11_500)}\nParts                     ${money(parts)}\nTotal                     ${money(total)}\n\nPayable within 30 days.\n`,
    at,
  }
  if (chance.is(0.3))
    yield {
      path: ['Customers', folder, `Estimate ${day(at)}.md`],
      text: `# Estimate for ${customer.name}\n\n${words(at)}, valid for 30 days.\n\n| | |\n|---|---|\n| ${job} | ${money(total)} |\n\n${done}\n`,
      at: new Date(at.getTime() - 6 * dayMs),
    }
}

function* timeSheets(now: Date, chance: Chance): Generator<Document> {
  for (let week = 52; week > 0; week--) {
    const at = new Date(now.getTime() - week * 7 * dayMs)
    const rows = staff.map(({ firstName, lastName }) =>
      [`${firstName} ${lastName}`, ...Array.from({ length: 5 }, () => chance.between(6, 9))].join(','),
    )
    yield {
      path: ['Staff', 'Time sheets', `Week of ${day(at)}.csv`],
      text: ['Name,Mon,Tue,Wed,Thu,Fri', ...rows, ''].join('\n'),
      at,
    }
  }
}

const receiptsOfMonth = 20

function* receipts(now: Date, chance: Chance): Generator<Document> {
  for (let back = months * 30; back > 0; back -= 30)
    for (let each = 0; each < receiptsOfMonth; each++) {
      const at = new Date(now.getTime() - (back - chance.between(0, 28)) * dayMs)
      const supplier = chance.pick(suppliers)
      const rows = Array.from({ length: chance.between(2, 14) }, (_, index) =>
        [
          index + 1,
          chance.pick(['Elbow 3/4', 'Filter 16x25', 'Igniter', 'Ball valve', 'Solder', 'Thermostat']),
          chance.between(1, 12),
          (chance.between(180, 9900) / 100).toFixed(2),
        ].join(','),
      )
      yield {
        path: ['Accounting', 'Receipts', month(at), `${supplier} ${day(at)}-${each + 1}.csv`],
        text: ['Line,Item,Quantity,Price', ...rows, ''].join('\n'),
        at,
      }
    }
}

const pages = [
  [
    'Safety checklist',
    'Gas off, ventilate, test for leaks with solution, tag the valve. Never work alone in a crawl space.',
  ],
  [
    'On-call rules',
    'The technician on call answers within 15 minutes. No heat below 40 °F is an emergency, and so is running water.',
  ],
  [
    'Van inventory',
    'Igniters, flame sensors, washers, ball valves, 1/2 and 3/4 fittings, filters in three sizes, a spare thermostat.',
  ],
  [
    'Welcome to the team',
    'Diane runs the company, Marcus the office, Priya the books. James plans the day. Ask any of us.',
  ],
  [
    'How we text customers',
    'Short, friendly, with a time. Confirm every visit the day before. Answer within ten minutes in office hours.',
  ],
] as const

const handbook = (now: Date): readonly Document[] =>
  pages.map(([title, text], index) => ({
    path: ['Staff', 'Handbook', `${title}.md`],
    text: `# ${title}\n\n${text}\n`,
    at: new Date(now.getTime() - (300 - index * 40) * dayMs),
  }))

const papers = [
  [
    'Emergency contacts.csv',
    260,
    'Who,Phone\nOffice,202-555-0101\nAfter hours,202-555-0104\nGas company,202-555-0180\n',
  ],
  [
    'Insurance certificate.md',
    210,
    '# Certificate of insurance\n\nGeneral liability, valid until the end of the year.\n',
  ],
  [
    'Plan for next year.md',
    18,
    '# Plan for next year\n\n- A third van, and a second apprentice\n- Heat pumps as a service of their own\n- Reminders by text for all yearly checkups\n',
  ],
  [
    'Price list.csv',
    46,
    'Service,Price\nFurnace checkup,129.00\nBoiler service,189.00\nHeat pump checkup,149.00\nDrain cleaning,225.00\nHourly rate,115.00\n',
  ],
  [
    'Route for tomorrow.md',
    0.3,
    '# Route for tomorrow\n\n1. Mill Road, 8 am: water heater\n2. Harbor View, 10 am: heat pump\n3. Depot Road, 1 pm: boiler\n',
  ],
  ['Van inspection.txt', 9, 'Van 2: brakes fine, left rear tire replaced, ladder rack tightened.\n'],
] as const

/** In no folder. */
const drawer = (now: Date): readonly Document[] =>
  papers.map(([name, daysAgo, text]) => ({
    path: [name],
    text,
    at: new Date(now.getTime() - daysAgo * dayMs),
  }))
