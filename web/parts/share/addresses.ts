export const addressesMax = 100

const bytesMax = 254
const separators = /[,;\s]+/
const quotedName = /"[^"]*"/g
const inBrackets = /<([^<>]*)>/g

/** The addresses in pasted text: separated by commas, semicolons, or spaces, also as `Name <ann@example.com>`. */
export function addressesIn(text: string): readonly string[] {
  return text
    .replaceAll(quotedName, ' ')
    .split(/[,;\n\r\t]/)
    .flatMap((part) => {
      const bracketed = [...part.matchAll(inBrackets)].map(([, address = '']) => address)
      return bracketed.length > 0 ? bracketed : part.split(separators)
    })
    .map((address) => address.trim().replace(/^mailto:/i, ''))
    .filter((address) => address !== '')
}

const localPart = /^[^\s@<>()[\]:;,\\"]+$/u
const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?\.)+\p{L}[\p{L}\p{N}\p{M}-]*$/u

/** Whether it looks like one. The server decides. */
export function isAddress(text: string): boolean {
  const [local = '', host = '', ...rest] = text.split('@')
  const dotted = local.startsWith('.') || local.endsWith('.') || local.includes('..')
  if (rest.length > 0 || dotted || !localPart.test(local) || !domain.test(host)) return false
  return new TextEncoder().encode(text).length <= bytesMax
}

const folded = (address: string): string => address.normalize('NFC').toLowerCase()

/** With those that are not there yet, whatever their case. */
export function withAddresses(list: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(list.map(folded))
  const fresh = added.filter((address) => {
    const key = folded(address)
    return !known.has(key) && known.add(key)
  })
  return [...list, ...fresh]
}
