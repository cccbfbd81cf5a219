import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A country for numbers without one: docs/api/sms.md#numbers. */
const defaultCountry = 'US'

function parse(text: string): PhoneNumber | undefined {
  // Without extraction, because "call 202 555 0123" is a text and no number.
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false })
  // An extension would be dropped silently, and the text would reach somebody else.
  return number?.isValid() && number.ext === undefined ? number : undefined
}

/** The E.164 form of a valid number; a US number may come without country code. Undefined when it is none. */
export const parsePhone = (text: string): string | undefined => parse(text)?.number

/** As `parsePhone`, for numbers that we text: premium-rate numbers are refused, because every text to one costs. */
export function parseRecipient(text: string): string | undefined {
  const number = parse(text)
  return number && number.getType() !== 'PREMIUM_RATE' ? number.number : undefined
}

/** For people: national form in the North American plan, international form elsewhere. */
export function displayPhone(phone: string): string {
  const number = parse(phone)
  if (!number) return phone
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}
