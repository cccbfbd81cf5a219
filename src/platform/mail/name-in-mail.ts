const lengthMax = 60

/** More digits look like a phone number. */
const digitsMax = 6

/** Includes bidirectional controls, but not the joiners of scripts and emoji. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu
/** Signs of URLs and markup, and those that end a sentence or quotation. */
const signs = /[/\\@:;!?<>{}[\]()|"“”„«»`*_~#=+^%…。！？．：／＠｡․]/gu
/** All but those of initials and abbreviations. */
const dots = /(?<!(?<!\p{L})\p{L}{1,4})\.|\.(?![\s,]|$)/gu

/** A user-chosen name for a mail: without link, phone number, line break or sentence. Undefined if nothing is left. */
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

export function quotedName(name: string, otherwise: string): string {
  const plain = nameInMail(name)
  return plain === undefined ? otherwise : `“${plain}”`
}
