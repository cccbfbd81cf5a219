import { SegmentedMessage } from 'sms-segments-calculator'

/** One unit each in GSM-7; carriage return is left out, because the library keeps it together with its line feed. */
const plain = /^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]*$/
const unitsOfSingle = 160
const unitsOfPart = 153

/**
 * How many segments handsets split a text into (docs/api/sms.md#segments). Plain texts are counted here, because the
 * library looks at every grapheme and takes milliseconds for a long one.
 */
export function countSegments(body: string): number {
  if (!plain.test(body)) return new SegmentedMessage(body).segmentsCount
  return body.length <= unitsOfSingle ? 1 : Math.ceil(body.length / unitsOfPart)
}
