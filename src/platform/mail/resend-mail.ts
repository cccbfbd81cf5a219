import type { Transaction } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deliverMail } from './deliver-mail.ts'
import { requeueMail } from './store.ts'

/** False if it is queued already or missing. */
export async function resendMail(tx: Transaction, id: number): Promise<boolean> {
  const queued = await requeueMail(tx, id, tx.now())
  if (queued > 0) await enqueue(tx, deliverMail, { mail_id: id })
  return queued > 0
}
