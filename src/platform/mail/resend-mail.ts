import type { Transaction } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deliverMail } from './deliver-mail.ts'
import type { MailTransport } from './smtp/transport.ts'
import { findMail, requeueMail } from './store.ts'

export type Resent =
  | { readonly outcome: 'queued'; readonly to: string }
  | { readonly outcome: 'no-server' | 'missing' | 'waiting' }

/** Needs a mail server. A mail that is queued already stays as it is. */
export async function resendMail(
  tx: Transaction,
  { mode }: Pick<MailTransport, 'mode'>,
  id: number,
): Promise<Resent> {
  if (mode === 'outbox') return { outcome: 'no-server' }
  const mail = await findMail(tx, id)
  if (!mail) return { outcome: 'missing' }
  if ((await requeueMail(tx, id, tx.now())) === 0) return { outcome: 'waiting' }
  await enqueue(tx, deliverMail, { mail_id: id })
  return { outcome: 'queued', to: mail.to }
}
