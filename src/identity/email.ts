import { domainToASCII } from 'node:url'

/** What SMTP allows: RFC 5321, 4.5.3.1. */
const bytesMax = 254
const localBytesMax = 64

/** Letters, digits, and signs that need no quotes, beyond ASCII too (RFC 6531); dots only between them. */
const localPart = /^[^\p{C}\p{Z}\p{DI}.@()<>[\]:;,\\"]+(?:\.[^\p{C}\p{Z}\p{DI}.@()<>[\]:;,\\"]+)*$/u
/** Excludes ASCII that domainToASCII would parse as parts of a URL. */
const typedDomain = /^(?:[a-z0-9.-]|(?![\p{C}\p{Z}\p{DI}])[^\0-\x7F])+$/u
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** domainToASCII turns a number into an IPv4 address: 2130706433, 0x7f.1. */
const digits = /^\d+$/

/** Undefined when it is not one address. Dots and plus tags stay: their meaning is up to the receiving server. */
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
