import type { Context } from '../../../../api/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { MailLimitReached } from '../../../../platform/mail/limits.ts'
import type { MailDraft, MailKind } from '../../../../platform/mail/mail.ts'
import { sendMail } from '../../../../platform/mail/send-mail.ts'
import { backMail, phoneBack, phoneSilent, silentMail } from './mails.ts'
import { type AlertedPhone, closeAlerts, holdBack, holdSilent, openAlerts } from './store.ts'

const pairMs = 60 * 60_000

type Alerting = Pick<Context, 'settings' | 'origins'>

/** Mails the operator about phones that are silent, and those that are back. */
export async function alertOperator(tx: Transaction, { settings, origins }: Alerting): Promise<void> {
  const recipients = settings.phoneAlertsTo
  if (recipients.length === 0) return
  const now = tx.now()
  const mailAll = (
    phones: readonly AlertedPhone[],
    kind: MailKind,
    write: typeof silentMail,
  ): Promise<boolean> =>
    someSent(
      tx,
      kind,
      recipients.map((to) => write({ to, phones, filesOrigin: origins.files })),
    )
  const silent = await holdSilent(tx, new Date(now.getTime() - pairMs))
  if (silent.length > 0 && (await mailAll(silent, phoneSilent, silentMail)))
    await openAlerts(tx, idsOf(silent), now)
  const back = await holdBack(tx)
  if (back.length > 0 && (await mailAll(back, phoneBack, backMail))) await closeAlerts(tx, idsOf(back))
}

const idsOf = (phones: readonly AlertedPhone[]): readonly number[] => phones.map(({ id }) => id)

/** An address that got too many mails within the hour gets none; if all did, the next run tries again. */
async function someSent(tx: Transaction, kind: MailKind, mails: readonly MailDraft[]): Promise<boolean> {
  let sent = false
  for (const mail of mails) {
    try {
      await sendMail(tx, mail, { kind, scopeId: null, address: null })
      sent = true
    } catch (error) {
      if (!(error instanceof MailLimitReached)) throw error
    }
  }
  return sent
}
