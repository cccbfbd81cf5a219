const lengthMax = 60

/** What mail programs and people take for a telephone number. */
const digitsMax = 6

/** Invisible signs, line breaks and signs that turn the direction of text, but not the joiners of scripts and emoji. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu
/** Signs of addresses and markup, and those that end a sentence or a quotation. */
const signs = /[/\\@:;!?<>{}[\]()|"“”„«»`*_~#=+^%…。！？．：／＠｡․]/gu
/** A dot that could be part of a host name or end a sentence: all but those of initials and abbreviations. */
const dots = /(?<!(?<!\p{L})\p{L}{1,4})\.|\.(?![\s,]|$)/gu

/**
 * A name that somebody chose, for a mail to somebody else: nothing in it is a link, a telephone number, a line or a
 * sentence of its own, however it is shown. Undefined when nothing of it is left.
 */
export function nameInMail(name: string): string | undefined {
  const plain = name.normalize('NFKC').replaceAll(invisible, ' ').replaceAll(signs, ' ').replaceAll(dots, ' ')
  const digits = plain.match(/\p{Nd}/gu)?.length ?? 0
  const words = (digits > digitsMax ? plain.replaceAll(/\p{Nd}/gu, '') : plain)
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  if (!/[\p{L}\p{N}\p{So}]/u.test(words)) return undefined
  const shown = Array.from(words).slice(0, lengthMax)
  if (shown.length < lengthMax || words === shown.join('')) return words
  return `${shown.slice(0, -1).join('').trimEnd()}…`
}

/** The name in quotation marks, which a name cannot close; without one, these words. */
export function quotedName(name: string, otherwise: string): string {
  const plain = nameInMail(name)
  return plain === undefined ? otherwise : `“${plain}”`
}
