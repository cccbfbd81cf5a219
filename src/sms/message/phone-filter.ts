import type { Queryable } from '../../platform/database/database.ts'
import { quoted } from '../../platform/quoted.ts'
import { isSender, parsePhone, plainSender } from '../phone.ts'
import { problem } from '../problems.ts'
import { hasPhone } from './store.ts'

/** The phone in the form that messages have. Throws `bad_request`. */
export async function phoneToFind(database: Queryable, workspaceId: number, asked: string): Promise<string> {
  // A plus that was not percent-encoded arrives as a space.
  const phone = parsePhone(asked.replace(/^ /, '+')) ?? parsePhone(asked)
  if (phone !== undefined) return phone
  const sender = plainSender(asked)
  // Anything that was listed may be a filter.
  if (isSender(sender) || (await hasPhone(database, workspaceId, sender))) return sender
  throw problem.bad_request({
    message: `phone is ${quoted(asked, 40)}, which is not a phone number, a short code or the name of a sender.`,
  })
}
