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

/** A member's text as the others get it. */
export const forwarded = (name: string, body: string): string => `${name}: ${body}`

/** Texts of one member that are forwarded: so many in a minute, and the same text so often in ten minutes. */
export const memberTextsMax = 20
export const sameTextMax = 3
const minuteMs = 60_000
const sameTextMs = 10 * minuteMs

/** Since when the texts of a member matter to `excessOf`. */
export const windowOf = (receivedAt: Date): Date => new Date(receivedAt.getTime() - sameTextMs)

/** A text that a member sent to the group. */
export interface RecentText {
  readonly body: string
  readonly received_at: Date
}

/**
 * Why a text is not forwarded: its member sends faster than people write, or the same again and again, as machines do that
 * answer each text they get; two of them in a group would answer each other forever. Undefined when it is forwarded.
 * `recent` are the texts of the member since `windowOf`, this one among them.
 */
export function excessOf(
  recent: readonly RecentText[],
  { body, receivedAt }: { readonly body: string; readonly receivedAt: Date },
): string | undefined {
  const minuteStart = receivedAt.getTime() - minuteMs
  const inMinute = recent.filter((text) => text.received_at.getTime() > minuteStart)
  if (inMinute.length > memberTextsMax)
    return `More than ${memberTextsMax} texts of this member came within a minute. The text was not forwarded.`
  if (recent.filter((text) => text.body === body).length > sameTextMax)
    return `This member sent the same text more than ${sameTextMax} times within 10 minutes. It was not forwarded.`
  return undefined
}
