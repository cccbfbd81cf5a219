import { bytes, list, number, plural } from './grammar.ts'

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

const services: Readonly<Record<string, string>> = { files: 'files', sms: 'texts' }

const stored = (files: number, folders: number): string =>
  [
    plural(files, 'file', 'files'),
    ...(folders > 0 ? [`in ${plural(folders, 'folder', 'folders')}`] : []),
  ].join(' ')

export const usageWords = {
  title: 'Usage',
  storage: 'Storage',
  stored,
  unlimited: (files: number, folders: number) => `${stored(files, folders)}. Storage has no limit.`,
  textsToday: 'Texts today',
  resets: (span: string) => `Resets in ${span}, at midnight UTC.`,
  metered: 'Metered this month',
  meteredNote: 'In the currency that your operator bills in.',
  notMetered: 'The plan meters no texts.',
  amount: (value: number) => amounts.format(value),
  chart: 'Texts a day',
  chartTitle: 'Texts in the last 31 days',
  noTexts: 'No texts were sent in the last 31 days.',
  total: (texts: number) => `${plural(texts, 'text', 'texts')} in all`,
  day: 'Day',
  texts: 'Texts',
  dayName: (day: string) => days.format(new Date(`${day}T00:00:00Z`)),

  plan: 'Plan',
  yours: 'Your plan',
  owners: 'The owner’s plan',
  inactive: (plan: string) => `${plan} is not active. Ask your operator.`,
  includes: (plan: string, names: readonly string[]) =>
    names.length > 0
      ? `${plan} includes ${list(names.map((name) => services[name] ?? name))}.`
      : `${plan} includes no services.`,
  allowance: (texts: number) =>
    `It includes ${plural(texts, 'text', 'texts')} a day. A text to three people counts as three.`,
  refusedBeyond: 'Texts beyond that are refused until the next day.',
  meteredBeyond: 'Texts beyond that are metered, and the owner pays for them.',
  priced: (price: number, cap: number) =>
    `Texts beyond that cost ${amounts.format(price)} a part, up to ${amounts.format(cap)} a month. Beyond the cap they are refused.`,
  size: (bytes: string) => `The workspace holds up to ${bytes} of files.`,
  number,
  bytes,
}
