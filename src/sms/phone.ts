import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The country of numbers without a country code: docs/api/sms.md#numbers. */
const defaultCountry = 'US'

/** A link of a web page or an address book. */
const link = /^tel:/i
/** What a number begins with: the library also takes "-2025550123". */
const beginning = /^[+＋(\p{Nd}]/u

/** What looks like a number; it may not be a valid one. */
function parse(text: string): PhoneNumber | undefined {
  const plain = text.replace(link, '')
  if (!beginning.test(plain)) return undefined
  // Without extraction, because "call 202 555 0123" is a text and not a number.
  const number = parsePhoneNumberFromString(plain, { defaultCountry, extract: false })
  // An extension would be dropped silently, and the text would reach someone else.
  return number?.ext === undefined ? number : undefined
}

/** The E.164 form of a valid number; a US number may come without country code. Otherwise undefined. */
export const parsePhone = (text: string): string | undefined => {
  const number = parse(text)
  return number?.isValid() ? number.number : undefined
}

/** Like `parsePhone`, for numbers that we text: refuses premium-rate numbers, because every text to one costs. */
export function parseRecipient(text: string): string | undefined {
  const number = parse(text)
  // Only valid numbers have a type. To ask for both would find it twice, a hundred times for a list.
  const type = number?.getType()
  return type === undefined || type === 'PREMIUM_RATE' ? undefined : number?.number
}

/** For display: national form in the North American plan, international form elsewhere. */
export function displayPhone(phone: string): string {
  const number = parse(phone)
  if (!number?.isValid()) return phone
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}
