import { z } from 'zod'
import { idText, instant, refusedAs } from '../../../api/field.ts'
import type { StoredMail } from '../../../platform/mail/store.ts'

export const OfMail = z.object({ id: refusedAs('mail_not_found', idText()).describe('The ID of a mail.') })

const listed = {
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  state: z
    .enum(['waiting', 'kept', 'sent', 'failed'])
    .describe('`kept`: there was no mail server. `failed`: it was given up.'),
  error: z.string().nullable().describe('Why it was not sent yet.'),
  created_at: instant(),
  sent_at: instant().nullable(),
}

export const OperatorMail = z.object(listed).meta({ id: 'OperatorMail' })

export const OperatorMailDetails = z
  .object({
    ...listed,
    text: z.string().nullable().describe('null while a mail server is set up.'),
    links: z.array(z.string()).nullable().describe('null while a mail server is set up.'),
  })
  .meta({ id: 'OperatorMailDetails' })

function stateOf({ queued_at, sent_at, failed_at }: StoredMail): 'waiting' | 'kept' | 'sent' | 'failed' {
  if (sent_at) return 'sent'
  if (failed_at) return 'failed'
  return queued_at ? 'waiting' : 'kept'
}

export const toMail = (mail: StoredMail): z.input<typeof OperatorMail> => ({
  id: mail.id,
  to: mail.to,
  subject: mail.subject,
  state: stateOf(mail),
  error: mail.error,
  created_at: mail.created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
})
