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
    message: `"${phone.slice(0, 40)}" is not a phone number that can be texted.`,
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
