import type { Transaction } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deliverMail } from './deliver-mail.ts'
import { requeueMail } from './store.ts'

/** Sends a stored mail, or sends it once more. False when it is in the queue already, or does not exist. */
export async function resendMail(tx: Transaction, id: number): Promise<boolean> {
  const queued = await requeueMail(tx, id, tx.now())
  if (queued > 0) await enqueue(tx, deliverMail, { mail_id: id })
  return queued > 0
}
