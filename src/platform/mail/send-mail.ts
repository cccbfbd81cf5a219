import type { Transaction } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deliverMail } from './deliver-mail.ts'
import { countMail } from './limits.ts'
import type { MailCause, MailDraft } from './mail.ts'
import { insertMail } from './store.ts'

/** Throws MailLimitReached, which features refuse with their own code, or hide where the response must not tell. */
export async function sendMail(tx: Transaction, draft: MailDraft, cause: MailCause): Promise<void> {
  await countMail(tx, draft.to, cause)
  const { id } = await insertMail(tx, draft, tx.now(), cause.scopeId)
  await enqueue(tx, deliverMail, { mail_id: id })
}
