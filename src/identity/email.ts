import { domainToASCII } from 'node:url'

/** What SMTP allows: RFC 5321, 4.5.3.1. */
const bytesMax = 254
const localBytesMax = 64

/** Letters, digits and signs that need no quotes, also beyond ASCII (RFC 6531); dots only between them. */
const localPart = /^[^\p{C}\p{Z}\p{DI}.@()<>[\]:;,\\"]+(?:\.[^\p{C}\p{Z}\p{DI}.@()<>[\]:;,\\"]+)*$/u
/** Of ASCII only what domains have: domainToASCII reads other signs as those of a URL, and drops what is behind a slash. */
const typedDomain = /^(?:[a-z0-9.-]|(?![\p{C}\p{Z}\p{DI}])[^\0-\x7F])+$/u
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** domainToASCII makes an IPv4 address of a number, however it is written: 2130706433, 0x7f.1. */
const digits = /^\d+$/

/**
 * The address as it is stored and compared: trimmed, lower-cased, composed (NFC), its domain in ASCII. Undefined when it
 * is not one address. Dots and plus tags stay: what they mean is for the receiving server to say.
 */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim().normalize('NFC').toLowerCase()
  const [local = '', domain = '', ...rest] = trimmed.split('@')
  if (rest.length > 0 || !localPart.test(local) || !typedDomain.test(domain)) return undefined
  const labels = domainToASCII(domain).split('.')
  if (labels.length < 2 || !labels.every((part) => label.test(part))) return undefined
  if (digits.test(labels.at(-1) ?? '')) return undefined
  const email = `${local}@${labels.join('.')}`
  return Buffer.byteLength(local) <= localBytesMax && Buffer.byteLength(email) <= bytesMax ? email : undefined
}
