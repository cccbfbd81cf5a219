import type { Transaction } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deliverMail } from './deliver-mail.ts'
import type { MailDraft } from './mail.ts'
import { insertMail } from './store.ts'

/** Stores a mail, and the job that hands it over, in the transaction that makes it necessary. */
export async function sendMail(tx: Transaction, draft: MailDraft): Promise<void> {
  const { id } = await insertMail(tx, draft, tx.now())
  await enqueue(tx, deliverMail, { mail_id: id })
}
