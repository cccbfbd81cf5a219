import { writeLetter } from './letter.ts'
import type { MailDraft, MailKind } from './mail.ts'

export const test: MailKind = { name: 'operator.test', perRecipientMax: 10 }

export const testMail = ({ to, url }: { readonly to: string; readonly url: string }): MailDraft =>
  writeLetter({
    to,
    subject: 'Test mail from Bureau',
    preview: 'Bureau can send mails.',
    heading: 'Bureau can send mails',
    before: ['You sent this mail to yourself to test the mail server.'],
    action: { words: 'Open Bureau', url },
    after: [],
    why: `This mail was sent to ${to} because the operator with this address asked for a test.`,
  })
