import { keyWords } from '../../words/words.ts'
import { expiresAt, linesOf, perDayOf, perMinuteOf, type Draft } from './draft.ts'
import { limitsOf } from './services.ts'

const words = keyWords.summary

/** Chunks of a large upload, and how many a key with the default limit sends a minute: docs/api/uploads.md#pace. */
const chunkMegabytes = 5
const chunksByDefault = 1500

const verbOf = (scope: string): string =>
  (keyWords.verbs as Readonly<Record<string, string | undefined>>)[scope] ?? scope

function mayDo({ scopes, folder, preset }: Draft, phone: string | undefined): string {
  if (preset === 'upload') return words.uploadToFolder
  const verbs = scopes.includes('*') ? [verbOf('*')] : scopes.map(verbOf)
  return [
    words.may(verbs),
    ...(folder ? [words.inFolder] : []),
    ...(phone === undefined ? [] : [words.fromNumber(phone)]),
  ].join(' ')
}

function speed(draft: Draft): string | undefined {
  const { service, scopes } = draft
  if (service !== 'files' || !(scopes.includes('*') || scopes.includes('files:write'))) return undefined
  const perMinute = perMinuteOf(draft)
  const chunks =
    perMinute === limitsOf.files.perMinute && draft.perMinute === '' ? chunksByDefault : perMinute
  return words.chunks((chunks * chunkMegabytes) / 60)
}

/** What the key may do, how fast, from where, and how long, as one sentence. */
export function summaryOf(draft: Draft, now: Date, phone?: string): string {
  if (draft.scopes.length === 0) return words.nothing
  const perDay = perDayOf(draft)
  const [ips, domains] = [linesOf(draft.ips).length, linesOf(draft.domains).length]
  const until = expiresAt(draft, now)
  const parts = [
    mayDo(draft, phone),
    words.perMinute(perMinuteOf(draft)),
    ...(draft.perDay !== '' && perDay !== null ? [words.perDay(perDay)] : []),
    speed(draft),
    ...(ips > 0 ? [words.addresses(ips)] : []),
    ...(domains > 0 ? [words.domains(domains)] : []),
    until ? words.until(until, now) : words.forever,
  ]
  return `${parts.filter((part) => part !== undefined).join(', ')}.`
}
