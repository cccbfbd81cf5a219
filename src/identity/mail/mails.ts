import { linkSeconds } from '../link/rules.ts'
import { writeLetter } from '../../platform/mail/letter.ts'
import type { MailDraft, MailKind } from '../../platform/mail/mail.ts'
import { nameInMail, quotedName } from '../../platform/mail/name-in-mail.ts'

export const welcome: MailKind = { name: 'account.welcome', perRecipientMax: 5 }
/** docs/api/accounts.md#limits. */
export const reset: MailKind = { name: 'account.reset', perRecipientMax: 5 }
/**
 * Resets that people request on the page: docs/account-pages.md#tries. The window is as long as a link works, so
 * a person who gets no mail still has links that work.
 */
export const requestedReset: MailKind = {
  name: 'account.requested_reset',
  perRecipientMax: 5,
  perCallerMax: 3,
  windowMs: linkSeconds.reset * 1000,
}
/** Over all organizations; each also has its own limits: docs/api/iam.md#limits. */
export const invitation: MailKind = { name: 'account.invitation', perRecipientMax: 10 }

interface Recipient {
  readonly to: string
  readonly url: string
}

interface AccountMail extends Recipient {
  readonly firstName: string
}

/** A stranger may have created the account and chosen the name. */
export function greeting(firstName: string): string {
  const name = nameInMail(firstName)
  return name === undefined ? 'Hello,' : `Hello ${name},`
}

/** For a person whose account an integration created. */
export const welcomeMail = ({ to, url, firstName }: AccountMail): MailDraft =>
  writeLetter({
    to,
    subject: 'Set your password',
    preview: 'An account was created for you.',
    heading: 'Set your password',
    before: [greeting(firstName), 'An account was created for you. Choose a password to start using it.'],
    action: { words: 'Set your password', url },
    after: ['The link works once, within 72 hours.'],
    why: `This mail was sent to ${to} because somebody created an account with this address. If you did not expect it, ignore it: without a password nobody can use the account.`,
  })

export const resetMail = ({ to, url, firstName }: AccountMail): MailDraft =>
  writeLetter({
    to,
    subject: 'Reset your password',
    preview: 'Somebody asked for a new password for your account.',
    heading: 'Reset your password',
    before: [greeting(firstName), 'Somebody asked for a new password for your account.'],
    action: { words: 'Choose a new password', url },
    after: ['The link works once, within 30 minutes.'],
    why: `This mail was sent to ${to} because it is the address of an account. If you did not ask for a new password, ignore this mail: your password stays as it is.`,
  })

interface InvitationMail extends Recipient {
  readonly inviterName: string
  readonly workspaceName: string
  readonly role: 'admin' | 'member'
}

export function invitationMail({ to, url, inviterName, workspaceName, role }: InvitationMail): MailDraft {
  const inviter = quotedName(inviterName, 'Somebody')
  const workspace = quotedName(workspaceName, 'an organization')
  const invited = `${inviter} invited you to join ${workspace} as ${role === 'admin' ? 'an admin' : 'a member'}.`
  return writeLetter({
    to,
    subject: `Invitation to ${workspace}`,
    preview: invited,
    heading: 'You are invited',
    before: [invited],
    action: { words: 'Open the invitation', url },
    after: ['The link works once, within 14 days.'],
    why: `This mail was sent to ${to} because somebody entered this address to invite you. If you do not know who, ignore this mail: nothing happens.`,
  })
}
