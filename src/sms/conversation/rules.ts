import { plainSender } from '../phone.ts'

/** What somebody typed to find a phone. */
export interface PhoneSearch {
  /** Phones that begin like this are found at any size. */
  readonly beginnings: readonly string[]
  /** If no phone does, phones with one of these. */
  readonly parts: readonly string[]
}

/** Fewer digits are more often the end of a number than its beginning. */
const beginningDigitsMin = 6

/** With a national prefix before them. */
const nationalDigitsMin = 7

/** `(202) 555-01`, `+44 20 7946`, `0101`, `Amazon`. Undefined when there is nothing to search for yet. */
export function phoneSearch(asked: string): PhoneSearch | undefined {
  const text = plainSender(asked).normalize('NFKC')
  if (/^[\s()+.\-/]*$/.test(text)) return undefined
  // A name, or a text that no phone has.
  if (!/^[\d\s()+.\-/]*$/.test(text)) return { beginnings: [text], parts: [text] }
  const digits = text.replaceAll(/\D/g, '')
  const international = text.startsWith('+') ? digits : /^00(?=\d)/.test(digits) ? digits.slice(2) : undefined
  if (international !== undefined) return { beginnings: [`+${international}`], parts: [`+${international}`] }
  const isNational = digits.startsWith('0') && digits.length >= nationalDigitsMin
  return {
    beginnings: digits.length < beginningDigitsMin ? [] : [`+1${digits}`, `+${digits}`, digits],
    parts: isNational ? [digits, digits.slice(1)] : [digits],
  }
}
