import { html } from '../../platform/pages/html.ts'
import type { MailDraft, MailKind } from '../../platform/mail/mail.ts'

/** Over all links, so that nobody's mailbox is filled with codes that others ask for: docs/api/shares.md#tries. */
export const shareCode: MailKind = { name: 'share.code', perRecipientMax: 10 }

interface CodeMail {
  readonly to: string
  readonly code: string
  readonly minutes: number
  readonly url: string
}

/** The code for a limited link. It does not name the shared item: a sender could put any text there. */
export function codeMail({ to, code, minutes, url }: CodeMail): MailDraft {
  const first = `${code} is your code for the link ${url}`
  const second = `Enter it on the page that asked for your address. It works once, within ${minutes} minutes.`
  const third = 'If you did not open this link, ignore this mail. The link does not open without the code.'
  return {
    to,
    subject: 'Your code for a shared link',
    text: `${first}\n\n${second}\n\n${third}\n`,
    html: html`<p><strong>${code}</strong> is your code for the link <a href="${url}">${url}</a></p>
      <p>${second}</p>
      <p>${third}</p>`.markup,
    links: [url],
  }
}
