import type { Queryable } from '../../platform/database/database.ts'
import { quoted } from '../../platform/quoted.ts'
import { isSender, parsePhone, plainSender } from '../phone.ts'
import { problem } from '../problems.ts'
import { hasPhone } from './store.ts'

/** The phone that a filter names, in the form in which messages have it. Throws `bad_request`. */
export async function phoneToFind(database: Queryable, workspaceId: number, asked: string): Promise<string> {
  // A plus that was not percent-encoded arrives as a space.
  const phone = parsePhone(asked.replace(/^ /, '+')) ?? parsePhone(asked)
  if (phone !== undefined) return phone
  const sender = plainSender(asked)
  // Whatever was listed can be asked for.
  if (isSender(sender) || (await hasPhone(database, workspaceId, sender))) return sender
  throw problem.bad_request({
    message: `phone is ${quoted(asked, 40)}, which is not a phone number, a short code or the name of a sender.`,
  })
}
