import { ApiError } from '../../api/call.ts'
import { groupWords } from '../../words/words.ts'
import { nameCharactersMax, type Member } from './groups.ts'

const { problems } = groupWords.member

/** A member that is not stored yet. */
export interface Draft {
  readonly name: string
  /** As it was typed. */
  readonly phone: string
  readonly admin: boolean
}

/** The API refuses these in names. They are invisible, and pasted text is full of them. */
const formatting = /(?![\u200C\u200D])\p{Cf}/gu
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

export const cleanName = (typed: string): string => {
  const name = typed
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(formatting, '')
    .trim()
  return name.replaceAll(invisible, '') === '' ? '' : name
}

export const draftOf = (name: string, phone: string, admin = false): Draft => ({
  name: cleanName(name),
  phone: phone.trim(),
  admin,
})

const endsWithPhone = /^(?<name>.*\S)\s+(?<phone>\+?[\d(][\d\s().-]{5,})$/u
const unquoted = (text: string): string => text.trim().replace(/^"(.*)"$/u, '$1')

/** `Name, phone` or `Name <tab> phone`, one a line. Empty lines are left out. */
export const draftsIn = (lines: string): readonly Draft[] =>
  lines
    .split(/[\r\n]+/u)
    .filter((line) => line.trim() !== '')
    .map(draftIn)

function draftIn(line: string): Draft {
  const separator = ['\t', ';', ','].find((each) => line.trim().includes(each))
  if (separator !== undefined) {
    const at = line.lastIndexOf(separator)
    return draftOf(unquoted(line.slice(0, at)), unquoted(line.slice(at + 1)))
  }
  const { name = line, phone = '' } = endsWithPhone.exec(line.trim())?.groups ?? {}
  return draftOf(name, phone)
}

/** Equal for phones that are surely the same. The server knows more forms. */
export function phoneKey(phone: string): string {
  const plain = phone.normalize('NFKC')
  const digits = plain.replaceAll(/\D/gu, '')
  if (/^\s*(?:tel:)?\s*\+/iu.test(plain)) return `+${digits}`
  return digits.length === 10 ? `+1${digits}` : `+${digits}`
}

/** What is wrong with a draft, and at which of its fields. */
export interface Problem {
  readonly field: 'name' | 'phone'
  readonly message: string
}

type Problems = readonly (Problem | undefined)[]

const problemOfName = (name: string): string | undefined => {
  if (name === '') return problems.noName
  return Array.from(name).length > nameCharactersMax ? problems.longName(nameCharactersMax) : undefined
}

const problemOfPhone = (phone: string): string | undefined => {
  if (phone === '') return problems.noPhone
  return /\d/u.test(phone.normalize('NFKC')) ? undefined : problems.notAPhone
}

/** As far as the browser can tell. */
export function problemsOf(
  drafts: readonly Draft[],
  members: readonly Pick<Member, 'name' | 'phone'>[] = [],
): Problems {
  const stored = new Map(members.map(({ name, phone }) => [phone, name]))
  const seen = new Map<string, string>()
  return drafts.map(({ name, phone }) => {
    const [ofName, ofPhone] = [problemOfName(name), problemOfPhone(phone)]
    if (ofName !== undefined) return { field: 'name', message: ofName }
    if (ofPhone !== undefined) return { field: 'phone', message: ofPhone }
    const key = phoneKey(phone)
    const [member, earlier] = [stored.get(key), seen.get(key)]
    seen.set(key, earlier ?? name)
    if (member !== undefined) return { field: 'phone', message: problems.isMember(member) }
    return earlier === undefined ? undefined : { field: 'phone', message: problems.twice(earlier) }
  })
}

/** What the server says about each draft. Undefined: the error is about none of them. */
export function refusalsOf(error: unknown, drafts: readonly Draft[]): Problems | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.details['phones'])) return undefined
  const phones = new Set<unknown>(error.details['phones'])
  const said = error.code === 'invalid_number' ? problems.notAPhone : error.message
  const refused = drafts.map(({ phone }): Problem | undefined =>
    phones.has(phone) || phones.has(phoneKey(phone)) ? { field: 'phone', message: said } : undefined,
  )
  return refused.some((each) => each !== undefined) ? refused : undefined
}
