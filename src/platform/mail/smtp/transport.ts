import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

/** A stored mail on its way out. */
export interface OutgoingMail {
  /** The same at each try, so that a receiver can tell a repeat: `<mail.17.1763719200000@files.example.com>`. */
  readonly messageId: string
  readonly date: Date
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** `reason` names the answer and the step, never the person: `SMTP 550 at RCPT TO`. */
export type MailOutcome = { readonly sent: true } | { readonly sent: false; readonly reason: string }

/** Thrown when a later try may succeed. The message names no person. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}

interface AnyTransport {
  /** Right of the @ in the Message-IDs of this installation. */
  readonly domain: string
  /** Rejects when mails cannot be sent at the moment. */
  readonly check: () => Promise<void>
  readonly close: () => void
}

/** Mails are kept for the operator to read, and go nowhere. */
interface Outbox extends AnyTransport {
  readonly mode: 'outbox'
}

interface SmtpTransport extends AnyTransport {
  readonly mode: 'smtp'
  /** Resolves to whether the server accepted the mail; throws `MailDeferred` when a later try may succeed. */
  readonly send: (mail: OutgoingMail) => Promise<MailOutcome>
}

export type MailTransport = SmtpTransport | Outbox

export interface MailTransportOptions {
  /** `smtp://` or `smtps://`; without it mails stay in the outbox, where the operator reads them. */
  readonly smtpUrl: string | undefined
  readonly from: { readonly name: string; readonly address: string }
  /** Right of the @ in Message-IDs: the host of the files origin. */
  readonly domain: string
  /** How long a server may be silent. */
  readonly silentMsMax?: number
}

const outbox = (domain: string): MailTransport => ({
  mode: 'outbox',
  domain,
  check: () => Promise.resolve(),
  close: () => undefined,
})

/**
 * One address and nothing that a header could end with, begin a second address with, or hide another one in.
 * Whether the mailbox exists is for the receiving server to say.
 */
function isPlainAddress(text: string): boolean {
  return text.length <= 254 && /^[^\p{Cc}\s<>(),;:"\\[\]@]+@[^\p{Cc}\s<>(),;:"\\[\]@]+$/u.test(text)
}

const beyondAscii = /[^\0-\x7F]/

/** A line break in a subject would begin another header; mail programs show a space just as well. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/**
 * Refusals for good: the receiving server says 5xx to the recipient or to the content. The same at log-in or to the
 * sender means that our configuration is wrong, which the next try may find put right.
 */
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

/** Whether the server says that it takes addresses beyond ASCII. nodemailer would send them to any server, as bytes. */
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
  // Only those who send need the library, which a start would take time to read.
  const { createTransport } = await import('nodemailer')
  const smtp = createTransport({
    url: smtpUrl,
    connectionTimeout: Math.min(10_000, silentMsMax),
    greetingTimeout: Math.min(10_000, silentMsMax),
    socketTimeout: silentMsMax,
    dnsTimeout: 10_000,
    // A mail is its own text: nothing in it may name a file of this machine or an address to fetch.
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
          // Vacation notices and other answering machines keep still (RFC 3834).
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
