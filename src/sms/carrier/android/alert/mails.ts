import { writeLetter } from '../../../../platform/mail/letter.ts'
import type { MailDraft, MailKind } from '../../../../platform/mail/mail.ts'
import { nameInMail } from '../../../../platform/mail/name-in-mail.ts'
import { displayPhone } from '../../../phone.ts'
import type { AlertedPhone } from './store.ts'

export const phoneSilent: MailKind = { name: 'phone.silent', perRecipientMax: 20 }
export const phoneBack: MailKind = { name: 'phone.back', perRecipientMax: 20 }

const listedMax = 20

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const nameOf = ({ phone, label }: AlertedPhone): string => {
  const name = nameInMail(label)
  return name === undefined ? displayPhone(phone) : `${displayPhone(phone)}, ${name}`
}

const sinceOf = ({ lastSeenAt }: AlertedPhone): string =>
  lastSeenAt === null ? 'never called' : `last called on ${time.format(lastSeenAt)} UTC`

interface AlertMail {
  readonly to: string
  readonly phones: readonly AlertedPhone[]
  /** Without a slash at the end. */
  readonly filesOrigin: string
}

function aboutPhones({ to, phones, filesOrigin }: AlertMail) {
  const [first] = phones
  const one = phones.length === 1 && first ? first : undefined
  const path = one ? `/operator/numbers/${one.id}` : '/operator/numbers'
  return {
    one,
    listed: (line: (phone: AlertedPhone) => string): string[] => [
      ...phones.slice(0, listedMax).map(line),
      ...(phones.length > listedMax ? [`And ${phones.length - listedMax} more.`] : []),
    ],
    letter: {
      to,
      action: { words: one ? 'Open the number' : 'Open the numbers', url: `${filesOrigin}${path}` },
      why: `This mail was sent to ${to} because BUREAU_PHONE_ALERTS_TO has this address.`,
    },
  }
}

export function silentMail(mail: AlertMail): MailDraft {
  const { one, listed, letter } = aboutPhones(mail)
  const heading = one
    ? `The phone of ${displayPhone(one.phone)} is silent`
    : `${mail.phones.length} phones are silent`
  return writeLetter({
    ...letter,
    subject: heading,
    preview: one ? 'Texts wait until it calls again.' : 'Texts wait until they call again.',
    heading,
    before: [
      ...listed((phone) => `${nameOf(phone)}: ${sinceOf(phone)}.`),
      one
        ? 'The number is offline. Its texts wait until the phone calls again, or expire.'
        : 'The numbers are offline. Their texts wait until the phones call again, or expire.',
      'Check that the phone is switched on, that it has a network, and that the notification of the app is there. ' +
        'Without that notification, Android has stopped the app: open it, tap Online, and set its battery use to unrestricted.',
    ],
    after: [
      `Bureau mails you when ${one ? 'it is' : 'they are'} back, and at most once an hour about the same phone.`,
    ],
  })
}

export function backMail(mail: AlertMail): MailDraft {
  const { one, listed, letter } = aboutPhones(mail)
  const heading = one
    ? `The phone of ${displayPhone(one.phone)} is back`
    : `${mail.phones.length} phones are back`
  const sentence = one ? 'It sends and receives texts again.' : 'They send and receive texts again.'
  return writeLetter({
    ...letter,
    subject: heading,
    preview: sentence,
    heading,
    before: [...(one ? [] : listed((phone) => `${nameOf(phone)}.`)), sentence],
    after: [],
  })
}
