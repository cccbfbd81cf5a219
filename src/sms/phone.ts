import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** For numbers without a country code: docs/api/sms.md#numbers. */
const defaultCountry = 'US'

/** Longer texts are no numbers, so no expression has to read them. */
const numberTextMax = 250

const link = /^tel:/i
/** The library also accepts "-2025550123". */
const beginning = /^[+＋(\p{Nd}]/u

/** Pasted invisible characters, except U+202E, which displays digits in another order. */
const pasted = /^(?:(?!\u202E)[\s\p{Cf}\p{DI}])+|(?:(?!\u202E)[\s\p{Cf}\p{DI}])+$/gu

const oldForms: readonly (readonly [old: RegExp, today: string])[] = [
  // Until 2019 Mexico had a 1 or a dialing prefix before mobile numbers.
  [/^\+52(?:1|01|04[45])(\d{10})$/, '+52$1'],
  // Argentina's mobile numbers have a 9 in international form only, and some networks omit it.
  [/^\+54(11\d{8}|[23]\d{9})$/, '+549$1'],
]

function inFormOfToday(number: PhoneNumber): PhoneNumber {
  for (const [old, today] of oldForms) {
    if (!old.test(number.number)) continue
    const renewed = parsePhoneNumberFromString(number.number.replace(old, today))
    if (renewed?.isValid()) return renewed
  }
  return number
}

function parse(text: string, country: CountryCode = defaultCountry): PhoneNumber | undefined {
  if (text.length > numberTextMax) return undefined
  const plain = text.replaceAll(pasted, '').replace(link, '')
  if (!beginning.test(plain)) return undefined
  // Without extraction, because "call 202 555 0123" is a text and not a number.
  const number = parsePhoneNumberFromString(plain, { defaultCountry: country, extract: false })
  // An extension would be dropped silently, and the text would reach someone else.
  return number === undefined || number.ext !== undefined ? undefined : inFormOfToday(number)
}

export const parsePhone = (text: string): string | undefined => {
  const number = parse(text)
  return number?.isValid() ? number.number : undefined
}

/** Like `parsePhone`, but refuses premium-rate numbers, because texts to them cost us. */
export function parseRecipient(text: string): string | undefined {
  const number = parse(text)
  // Only valid numbers have a type; asking for both would parse twice.
  const type = number?.getType()
  return type === undefined || type === 'PREMIUM_RATE' ? undefined : number?.number
}

/** Fewer digits are a short code, unless the host's country has mobile numbers that short. */
const digitsMin = 7

const isMobile = (number: PhoneNumber): boolean => /MOBILE/.test(number.getType() ?? '')

/** In international or the host's national form, or without the plus. Of two readings the mobile number is right. */
function parseSender(text: string, host: string): string | undefined {
  const isShort = text.replaceAll(/\P{Nd}/gu, '').length < digitsMin
  const national = parse(text, parsePhoneNumberFromString(host)?.country)
  const international = isShort ? undefined : parse(`+${text.replace(/^00/, '')}`)
  const readings = [national, international]
    .filter((number) => number !== undefined)
    .filter((number) => number.isValid())
  const number = readings.find(isMobile) ?? (isShort ? undefined : readings[0])
  return number?.number
}

const senderCharactersMax = 80

export const plainSender = (text: string): string =>
  Array.from(
    text
      .slice(0, numberTextMax)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .replaceAll(pasted, ''),
  )
    .slice(0, senderCharactersMax)
    .join('')

/** An E.164 number, short code or name. Conversations, opt-outs and groups rely on this one form. */
export function senderOf(text: string, host: string): string {
  const plain = plainSender(text)
  return parseSender(plain, host) ?? plain
}

export const isSender = (text: string): boolean => /^\d{4,15}$|\p{L}/u.test(text)

export const isAnswerable = (phone: string): boolean => phone.startsWith('+')

export function displayPhone(phone: string): string {
  const number = parse(phone)
  if (!number?.isValid()) return phone
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}
