/** The basic table of GSM-7. ESC, between Ξ and Æ, is not a character of its own. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Characters that need an ESC, which must stay in the same segment. */
const extension = '\f^{}\\[~]|€'

const escaped = (characters: string): string => characters.replaceAll(/[\\\]^-]/g, String.raw`\$&`)
const gsmOnly = new RegExp(`^[${escaped(basic)}${escaped(extension)}]*$`, 'u')
const extensions = new RegExp(`[${escaped(extension)}]`, 'gu')

/** Maximum units of a text that fits into one segment, and of each part of a longer one. */
const gsm = { single: 160, part: 153 }
const ucs2 = { single: 70, part: 67 }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** docs/api/sms.md#segments. Keeps graphemes together if they fit, else splits code points, as Android does. */
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

/** The first character that is not in the alphabet of GSM-7. It makes the whole text UCS-2. */
export function unicodeCharacter(body: string): string | undefined {
  if (gsmOnly.test(body)) return undefined
  for (const { segment } of graphemes.segment(body)) if (!gsmOnly.test(segment)) return segment
  return undefined
}
