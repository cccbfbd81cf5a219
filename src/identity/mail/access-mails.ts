import { writeLetter } from '../../platform/mail/letter.ts'
import type { MailDraft, MailKind } from '../../platform/mail/mail.ts'
import { greeting } from './mails.ts'

export const accessDecision: MailKind = { name: 'account.access', perRecipientMax: 10 }

const texts = {
  approve: {
    heading: 'You may create accounts',
    said: 'Your request for access to the provisioning API is approved.',
    next: 'Create a key for it under “API keys”.',
  },
  decline: {
    heading: 'Your request is declined',
    said: 'Your request for access to the provisioning API is declined.',
    next: 'You can send a new request under “Provisioning access”.',
  },
  revoke: {
    heading: 'Your access has ended',
    said: 'Your access to the provisioning API is withdrawn. Your provisioning keys no longer work.',
    next: 'You can send a new request under “Provisioning access”.',
  },
} as const

interface AccessMail {
  readonly to: string
  readonly firstName: string
  readonly decision: keyof typeof texts
  readonly url: string
}

/** Tells a person what the operator decided about their access to the provisioning API. */
export function accessMail({ to, firstName, decision, url }: AccessMail): MailDraft {
  const { heading, said, next } = texts[decision]
  return writeLetter({
    to,
    subject: heading,
    preview: said,
    heading,
    before: [greeting(firstName), said, next],
    action: { words: 'Open Bureau', url },
    after: [],
    why: `This mail was sent to ${to} because an operator decided about the access of the account with this address.`,
  })
}
