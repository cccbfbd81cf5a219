import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

export interface OutgoingMail {
  /** The same for every attempt: `<mail.17.1763719200000@files.example.com>`. */
  readonly messageId: string
  readonly date: Date
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** `reason` names response and step, never the person: `SMTP 550 at RCPT TO`. */
export type MailOutcome = { readonly sent: true } | { readonly sent: false; readonly reason: string }

/** A later attempt may succeed. The message names no person. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}

interface AnyTransport {
  readonly domain: string
  readonly check: () => Promise<void>
  readonly close: () => void
}

interface Outbox extends AnyTransport {
  readonly mode: 'outbox'
}

interface SmtpTransport extends AnyTransport {
  readonly mode: 'smtp'
  /** Throws `MailDeferred` if a later attempt may succeed. */
  readonly send: (mail: OutgoingMail) => Promise<MailOutcome>
}

export type MailTransport = SmtpTransport | Outbox

export interface MailTransportOptions {
  /** `smtp://` or `smtps://`. Default: mails stay in the outbox. */
  readonly smtpUrl: string | undefined
  readonly from: { readonly name: string; readonly address: string }
  /** Domain of Message-IDs: the host of the files origin. */
  readonly domain: string
  readonly silentMsMax?: number
}

const outbox = (domain: string): MailTransport => ({
  mode: 'outbox',
  domain,
  check: () => Promise.resolve(),
  close: () => undefined,
})

/** One address without characters that could end a header or begin another address. The receiving server judges the rest. */
function isPlainAddress(text: string): boolean {
  return text.length <= 254 && /^[^\p{Cc}\s<>(),;:"\\[\]@]+@[^\p{Cc}\s<>(),;:"\\[\]@]+$/u.test(text)
}

const beyondAscii = /[^\0-\x7F]/

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** A 5xx at these steps is final. At other steps our configuration is wrong, which may be fixed before the next attempt. */
const stepsAboutTheMail = new Set(['RCPT TO', 'DATA'])

function outcomeOf(err: unknown): MailOutcome {
  const property = (name: string): unknown => (err instanceof Error ? Reflect.get(err, name) : undefined)
  const status = property('responseCode')
  const step = property('command')
  if (typeof status === 'number' && typeof step === 'string') {
    const reason = `SMTP ${status} at ${step}`
    if (status >= 500 && stepsAboutTheMail.has(step)) return { sent: false, reason }
    throw new MailDeferred(`The mail server answered ${reason}.`)
  }
  const code = property('code')
  throw new MailDeferred(
    `The mail server could not be used: ${typeof code === 'string' ? code : 'unknown error'}.`,
  )
}

const noSmtpUtf8 =
  'The mail server does not take addresses with letters beyond ASCII before the @ (SMTPUTF8).'

/** Whether the server supports SMTPUTF8, which nodemailer doesn't check. */
async function takesUtf8(options: SMTPConnectionOptions): Promise<boolean> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection(options)
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))
  } finally {
    connection.close()
  }
}

export async function openMailTransport(options: MailTransportOptions): Promise<MailTransport> {
  const { smtpUrl, from, domain, silentMsMax = 30_000 } = options
  if (smtpUrl === undefined) return outbox(domain)
  // The library loads slowly and only senders need it.
  const { createTransport } = await import('nodemailer')
  const smtp = createTransport({
    url: smtpUrl,
    connectionTimeout: Math.min(10_000, silentMsMax),
    greetingTimeout: Math.min(10_000, silentMsMax),
    socketTimeout: silentMsMax,
    dnsTimeout: 10_000,
    // A mail must not reference files of this machine or URLs to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    mode: 'smtp',
    domain,
    async send({ messageId, date, to, subject, text, html }) {
      if (!isPlainAddress(to)) return { sent: false, reason: 'The address is not valid.' }
      try {
        if (beyondAscii.test(to) && !(await takesUtf8(smtp.options)))
          return { sent: false, reason: noSmtpUtf8 }
        await smtp.sendMail({
          messageId,
          date,
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject: oneLine(subject),
          text,
          html,
          // Suppresses auto-replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { sent: true }
      } catch (err) {
        return outcomeOf(err)
      }
    },
    async check() {
      await smtp.verify()
    },
    close: () => smtp.close(),
  }
}
