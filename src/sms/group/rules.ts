import { characters } from '../../api/field.ts'
import { bodyCharactersMax } from '../message/model.ts'
import { quoted } from '../../platform/quoted.ts'
import { parseRecipient } from '../phone.ts'
import { problem } from '../problems.ts'

export interface MemberDraft {
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly admin: boolean
}

const refusePhones = (phones: readonly string[]) =>
  problem.invalid_number({
    message:
      phones.length === 1
        ? `${quoted(phones.join(), 40)} is not a phone number that can be texted.`
        : `These are not phone numbers that can be texted: ${phones.map((phone) => quoted(phone, 40)).join(', ')}.`,
    details: { phones },
  })

/** Throws `invalid_number`. */
export function phoneOf(phone: string): string {
  const parsed = parseRecipient(phone)
  if (parsed === undefined) throw refusePhones([phone])
  return parsed
}

/** A phone that two members would share. */
export const takenPhone = (phone: string) =>
  problem.bad_request({
    message: `${phone} is already a member of the group. Members cannot share a phone.`,
    details: { phones: [phone] },
  })

/** Throws `invalid_number` that names all invalid phones, and `bad_request` for a repeated one. */
export function membersOf(members: readonly MemberDraft[]): readonly MemberDraft[] {
  const checked = members.map((member) => ({ ...member, phone: parseRecipient(member.phone) }))
  const wrong = members.filter((_, index) => checked[index]?.phone === undefined).map(({ phone }) => phone)
  if (wrong.length > 0) throw refusePhones(wrong)
  const seen = new Set<string>()
  return checked.map(({ phone = '', ...member }) => {
    if (seen.has(phone)) throw takenPhone(phone)
    seen.add(phone)
    return { ...member, phone }
  })
}

export function forwarded(name: string, body: string): string {
  const whole = `${name}: ${body}`
  if (characters(whole) <= bodyCharactersMax) return whole
  const kept = Array.from(whole.slice(0, 2 * bodyCharactersMax))
    .slice(0, bodyCharactersMax - 1)
    .join('')
  return `${withoutHalves(whole, kept.length)}…`
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function withoutHalves(text: string, end: number): string {
  const start = graphemes.segment(text).containing(end)?.index ?? end
  return text.slice(0, end - start < graphemeUnitsMax ? start : end)
}

const graphemeUnitsMax = 70

/** Forwarded texts of one member in a minute and in an hour, and of the same text in ten minutes. */
export const memberTextsMax = 20
const memberTextsOfHourMax = 60
export const sameTextMax = 3
/** Consecutive texts that each contain the previous one. Groups that forward to each other write like that. */
export const carriedMax = 3
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const conversationMs = 24 * hourMs

export const windowOf = (receivedAt: Date): Date => new Date(receivedAt.getTime() - 10 * minuteMs)

export const conversationStart = (receivedAt: Date): Date => new Date(receivedAt.getTime() - conversationMs)

export interface RecentText {
  readonly body: string
  readonly received_at: Date
}

/**
 * Stops machines that answer each text, and groups that are members of each other: they would answer each other forever.
 * `recent`: texts of the member since `conversationStart`, newest first, this one included.
 */
export function refusalToForward(
  recent: readonly RecentText[],
  { body, receivedAt }: { readonly body: string; readonly receivedAt: Date },
): string | undefined {
  const since = (start: Date) => recent.filter((text) => text.received_at > start)
  const within = (ms: number) => since(new Date(receivedAt.getTime() - ms))
  if (within(minuteMs).length > memberTextsMax)
    return `This member sent more than ${memberTextsMax} texts within a minute. The text was not forwarded.`
  if (within(hourMs).length > memberTextsOfHourMax)
    return `This member sent more than ${memberTextsOfHourMax} texts within an hour. The text was not forwarded.`
  if (since(windowOf(receivedAt)).filter((text) => text.body === body).length > sameTextMax)
    return `This member sent the same text more than ${sameTextMax} times within 10 minutes. It was not forwarded.`
  if (carriedBy(body, recent) >= carriedMax)
    return 'The text repeats earlier ones behind a growing list of names, as between two groups that forward to each other. It was not forwarded.'
  return undefined
}

function carriedBy(body: string, recent: readonly RecentText[]): number {
  let last = body
  let count = 0
  for (const { body: earlier } of recent) {
    if (!carries(last, earlier)) continue
    last = earlier
    count++
  }
  return count
}

/** What a forward puts before a text ends with a mark, as in "Ann: ", "[Ann] " or "Ann> ". */
const label = /[^\p{L}\p{N}\s]\s*$/u
const headUnits = 40

function carries(body: string, earlier: string): boolean {
  const [text, before] = [body, earlier].map((each) => each.replace(/(?:…|\.\.\.)$/u, '')) as [string, string]
  const at = text.endsWith(before) ? text.length - before.length : text.indexOf(before.slice(0, headUnits), 1)
  return before !== '' && at > 0 && before.startsWith(text.slice(at)) && label.test(text.slice(0, at))
}
