import { writeLetter } from '../../platform/mail/letter.ts'
import type { MailDraft, MailKind } from '../../platform/mail/mail.ts'

/** Over all links, so that nobody's mailbox is flooded with codes: docs/api/shares.md#tries. */
export const shareCode: MailKind = { name: 'share.code', perRecipientMax: 10 }

interface CodeMail {
  readonly to: string
  readonly code: string
  readonly minutes: number
  readonly url: string
}

/** Does not name the shared item, because its name could hold any text. */
export const codeMail = ({ to, code, minutes, url }: CodeMail): MailDraft =>
  writeLetter({
    to,
    subject: 'Your code for a shared link',
    preview: `${code} is your code.`,
    heading: 'Your code for a shared link',
    before: ['Enter this code on the page that asked for your address:'],
    code,
    action: { words: 'Open the link', url },
    after: [`The code works once, within ${minutes} minutes.`],
    why: `This mail was sent to ${to} because somebody entered this address on the page of the link. If it was not you, ignore this mail: the link does not open without the code.`,
  })
