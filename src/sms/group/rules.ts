import { characters } from '../../api/field.ts'
import { bodyCharactersMax } from '../message/model.ts'
import { quoted } from '../../platform/quoted.ts'
import { parseRecipient } from '../phone.ts'
import { problem } from '../problems.ts'

/** A member with a phone that was checked. */
export interface MemberDraft {
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly admin: boolean
}

/** The E.164 form of a member's phone. Throws `invalid_number`. */
export function phoneOf(phone: string): string {
  const parsed = parseRecipient(phone)
  if (parsed !== undefined) return parsed
  throw problem.invalid_number({
    message: `${quoted(phone, 40)} is not a phone number that can be texted.`,
  })
}

/** The sentence for a phone that a group would have twice. */
export const phoneTaken = (phone: string): string =>
  `${phone} is already a member of the group. Members cannot share a phone.`

/** Members with phones in E.164. Throws `invalid_number`, and `bad_request` for a phone that is given twice. */
export function membersOf(members: readonly MemberDraft[]): readonly MemberDraft[] {
  const checked = members.map((member) => ({ ...member, phone: phoneOf(member.phone) }))
  const seen = new Set<string>()
  for (const { phone } of checked) {
    if (seen.has(phone)) throw problem.bad_request({ message: phoneTaken(phone) })
    seen.add(phone)
  }
  return checked
}

/** A member's text as the others get it. One that would be too long is shortened; the inbound message keeps all of it. */
export function forwarded(name: string, body: string): string {
  const whole = `${name}: ${body}`
  if (characters(whole) <= bodyCharactersMax) return whole
  const kept = Array.from(whole.slice(0, 2 * bodyCharactersMax))
    .slice(0, bodyCharactersMax - 1)
    .join('')
  return `${withoutHalves(whole, kept.length)}…`
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text up to a place, without the half of what people see as one character. */
function withoutHalves(text: string, end: number): string {
  const start = graphemes.segment(text).containing(end)?.index ?? end
  // What is this long is not seen as one character.
  return text.slice(0, end - start < graphemeUnitsMax ? start : end)
}

const graphemeUnitsMax = 70

/** Texts of one member that are forwarded: so many in a minute and an hour, and the same text so often in ten minutes. */
export const memberTextsMax = 20
const memberTextsOfHourMax = 60
export const sameTextMax = 3
/** Texts one after the other that carry the one before them. People do not write so, groups that forward to each other do. */
export const carriedMax = 3
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const conversationMs = 24 * hourMs

/** Since when texts count that are the same. */
export const windowOf = (receivedAt: Date): Date => new Date(receivedAt.getTime() - 10 * minuteMs)

/** Since when the texts of a member matter to `refusalToForward`. */
export const conversationStart = (receivedAt: Date): Date => new Date(receivedAt.getTime() - conversationMs)

/** A text that a member sent to the group. */
export interface RecentText {
  readonly body: string
  readonly received_at: Date
}

/**
 * Why a text is not forwarded: its member sends faster than people write, or the same again and again, as machines do that
 * answer each text they get, or what the group forwarded comes back with more in front of it. Two such members, or two groups that
 * are members of each other, would answer each other forever. Undefined when it is forwarded. `recent` are the texts of the
 * member since `conversationStart`, the newest first, this one among them.
 */
export function refusalToForward(
  recent: readonly RecentText[],
  { body, receivedAt }: { readonly body: string; readonly receivedAt: Date },
): string | undefined {
  const since = (start: Date) => recent.filter((text) => text.received_at > start)
  const within = (ms: number) => since(new Date(receivedAt.getTime() - ms))
  if (within(minuteMs).length > memberTextsMax)
    return `More than ${memberTextsMax} texts of this member came within a minute. The text was not forwarded.`
  if (within(hourMs).length > memberTextsOfHourMax)
    return `More than ${memberTextsOfHourMax} texts of this member came within an hour. The text was not forwarded.`
  if (since(windowOf(receivedAt)).filter((text) => text.body === body).length > sameTextMax)
    return `This member sent the same text more than ${sameTextMax} times within 10 minutes. It was not forwarded.`
  if (carriedBy(body, recent) >= carriedMax)
    return 'The text repeats earlier ones behind a growing list of names, as between two groups that forward to each other. It was not forwarded.'
  return undefined
}

/** How many texts of the member one carries: one of them, that one an older one, and so on. */
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

/** Whether a text is an earlier one behind something like a name, whole or shortened. */
function carries(body: string, earlier: string): boolean {
  const [text, before] = [body, earlier].map((each) => each.replace(/(?:…|\.\.\.)$/u, '')) as [string, string]
  const at = text.endsWith(before) ? text.length - before.length : text.indexOf(before.slice(0, headUnits), 1)
  return before !== '' && at > 0 && before.startsWith(text.slice(at)) && label.test(text.slice(0, at))
}
