export const recipientsMax = 100

/** The phone numbers in pasted text: separated by commas, semicolons, tabs, or lines; by spaces before a plus or between long numbers. */
export const recipientsIn = (text: string): readonly string[] =>
  text
    .split(/[,;\n\r\t]|\s+(?=\+)|(?<=\d{10})\s+(?=\d{10})/)
    .map((entry) => entry.trim().replace(/^tel:/i, ''))
    .filter((entry) => entry !== '')

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** One form of what is surely the same number. The server knows more of them. */
export function folded(entry: string): string {
  const digits = digitsOf(entry)
  if (entry.trimStart().startsWith('+')) return `+${digits}`
  if (digits.length === 10) return `+1${digits}`
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`
  return entry.toLowerCase()
}

const written = /^[+＋(\d][\d\s().\-–/\u{A0}\u{202A}-\u{202F}]*$/u
const [digitsMin, digitsMax] = [7, 15]

/** Whether it may be one. The server decides. */
export function mayBePhone(entry: string): boolean {
  const { length } = digitsOf(entry)
  return written.test(entry) && length >= digitsMin && length <= digitsMax
}

/** With those that are not there yet. */
export function withRecipients(list: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(list.map(folded))
  return [...list, ...added.filter((entry) => !known.has(folded(entry)) && known.add(folded(entry)))]
}

/** As the server begins to name an entry in its message. */
const namedMax = 40

/** Those that the message of `invalid_number` names. */
export const namedIn = (message: string, entries: readonly string[]): readonly string[] =>
  entries.filter((entry) => message.includes(`"${Array.from(entry).slice(0, namedMax).join('')}"`))

/** Recipients are accepted in order: those that a partial answer left out. */
export function leftOut(
  entries: readonly string[],
  accepted: readonly { readonly phone: string }[],
  rejected: number,
): readonly string[] {
  const phones = new Set(accepted.map(({ phone }) => phone))
  const rest = entries.filter((entry) => !phones.has(folded(entry)))
  return rejected === 0 ? [] : rest.slice(-rejected)
}
