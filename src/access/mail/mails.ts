import type { MailDraft, MailKind } from '../../platform/mail/mail.ts'
import { writeLetter } from './letter.ts'

export const welcome: MailKind = { name: 'account.welcome', perRecipientMax: 5 }
/** docs/api/accounts.md#limits. */
export const reset: MailKind = { name: 'account.reset', perRecipientMax: 5 }
/** Over all organizations; each also has limits of its own: docs/api/iam.md#limits. */
export const invitation: MailKind = { name: 'account.invitation', perRecipientMax: 10 }

interface Recipient {
  readonly to: string
  readonly url: string
}

/** For a person whose account an integration created: they choose a password. */
export const welcomeMail = ({ to, url, firstName }: Recipient & { readonly firstName: string }): MailDraft =>
  writeLetter({
    to,
    subject: 'Set your password',
    greeting: `Hello ${firstName},`,
    before: ['An account was created for you. Choose a password to start using it.'],
    action: { words: 'Set your password', url },
    after: ['The link works once, within 72 hours.', 'If you did not expect this, ignore this mail.'],
  })

export const resetMail = ({ to, url, firstName }: Recipient & { readonly firstName: string }): MailDraft =>
  writeLetter({
    to,
    subject: 'Reset your password',
    greeting: `Hello ${firstName},`,
    before: ['Somebody asked for a new password for your account.'],
    action: { words: 'Choose a new password', url },
    after: [
      'The link works once, within 30 minutes.',
      'If it was not you, ignore this mail. Your password stays as it is.',
    ],
  })

export const invitationMail = ({
  to,
  url,
  workspaceName,
  role,
}: Recipient & { readonly workspaceName: string; readonly role: 'admin' | 'member' }): MailDraft =>
  writeLetter({
    to,
    subject: `Join ${workspaceName}`,
    greeting: 'Hello,',
    before: [`You are invited to join ${workspaceName} as ${role === 'admin' ? 'an admin' : 'a member'}.`],
    action: { words: 'Open the invitation', url },
    after: ['The link works once, within 14 days.', 'If you did not expect this, ignore this mail.'],
  })
