import type { Transaction } from '../../platform/database/database.ts'
import type { MailCause, MailDraft } from '../../platform/mail/mail.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { isOfDemo } from '../demo/store.ts'

/** Unless the address is of a made-up person of the demo. Throws MailLimitReached. */
export async function mailPerson(tx: Transaction, draft: MailDraft, cause: MailCause): Promise<void> {
  if (await isOfDemo(tx, draft.to)) return
  await sendMail(tx, draft, cause)
}
