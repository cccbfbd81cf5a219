/** The basic table of GSM-7; ESC, between Ξ and Æ, is no character of its own. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Characters that take an ESC before them, and are never parted from it. */
const extension = '\f^{}\\[~]|€'

const escaped = (characters: string): string => characters.replaceAll(/[\\\]^-]/g, String.raw`\$&`)
const gsmOnly = new RegExp(`^[${escaped(basic)}${escaped(extension)}]*$`, 'u')
const extensions = new RegExp(`[${escaped(extension)}]`, 'gu')

/** How many units a text may have that goes as one, and each part of one that does not. */
const gsm = { single: 160, part: 153 }
const ucs2 = { single: 70, part: 67 }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * How many segments handsets split a text into (docs/api/sms.md#segments): what people see as one character is kept together
 * while it fits into a part. One that does not fit begins a part of its own and is split between code points, as Android does.
 */
export function countSegments(body: string): number {
  const isGsm = gsmOnly.test(body)
  const limits = isGsm ? gsm : ucs2
  const units = isGsm ? body.length + (body.match(extensions)?.length ?? 0) : body.length
  if (units <= limits.single) return 1
  let parts = 1
  let used = 0
  const add = (size: number) => {
    used += size
    if (used <= limits.part) return
    parts++
    used = size
  }
  for (const { segment } of graphemes.segment(body)) {
    const size = isGsm ? segment.length + (segment.match(extensions)?.length ?? 0) : segment.length
    if (size <= limits.part) add(size)
    else {
      if (used > 0) parts++
      used = 0
      for (const character of segment) add(character.length)
    }
  }
  return parts
}
