import type { Transaction } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deliverMail } from './deliver-mail.ts'
import { countMail } from './limits.ts'
import type { MailCause, MailDraft } from './mail.ts'
import { insertMail } from './store.ts'

/**
 * Stores a mail, and the job that hands it over, in the transaction that makes it necessary. Throws MailLimitReached when
 * its recipient, workspace or caller had too many: a feature refuses with its own code for that, or keeps silent where
 * the answer must not tell whether a mail goes out.
 */
export async function sendMail(tx: Transaction, draft: MailDraft, cause: MailCause): Promise<void> {
  await countMail(tx, draft.to, cause)
  const { id } = await insertMail(tx, draft, tx.now())
  await enqueue(tx, deliverMail, { mail_id: id })
}
